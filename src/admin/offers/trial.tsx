import { useState } from 'react'
import { Link } from 'react-router'
import type { CallInput } from '#platform/api/endpoint.ts'
import { formatRupees, paise, plainAmount, toRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { OfferPreview } from '#shop/offers/staff-contract.ts'
import type { StaffContract } from '#shop/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { readFailureText } from '../parts/failure-text.ts'
import { Section } from '../parts/record-page.tsx'
import { hasFieldErrors, useCall } from '../parts/use-call.ts'

type Terms = NonNullable<CallInput<StaffContract['POST /offers/preview']>['body']>['offer']

/**
 * What an offer as it's typed would have made of the last orders, once somebody asks. An answer counts only for what it was
 * asked about. `terms`: null if a number can't be read.
 */
export function useTrial(id: string | undefined, terms: Terms | null) {
  const { pending, failure, errorOf, send } = useCall()
  const [tried, setTried] = useState<{ key: string; preview: OfferPreview | null } | null>(null)
  const key = JSON.stringify(terms)
  const isCurrent = tried?.key === key
  return {
    pending,
    preview: isCurrent ? tried.preview : null,
    /** There is an answer, about something else than what is typed now. */
    isOld: tried !== null && tried.preview !== null && !isCurrent,
    error: isCurrent && failure !== null && !hasFieldErrors(failure) ? readFailureText(failure) : null,
    errorOf: (path: string) => (isCurrent ? errorOf(path) : null),
    /** @returns false if something typed has to be corrected first */
    async run(): Promise<boolean> {
      if (terms === null) return false
      setTried({ key, preview: null })
      const preview = await send('POST /offers/preview', { body: { offer: terms, id } })
      if (preview !== null) setTried({ key, preview })
      return preview !== null
    },
  }
}

type Props = {
  trial: ReturnType<typeof useTrial>
  /** It can't be tried: a field says why. */
  onProblem: () => void
}

/** Tries an offer on the last orders, saved or not. It changes nothing. */
export function Trial({ trial, onProblem }: Props) {
  const { preview, pending } = trial
  async function run(): Promise<void> {
    if (!(await trial.run())) onProblem()
  }
  return (
    <Section title={t('Try it first')}>
      <div className="grid gap-4">
        {preview?.warnings.map((warning) => (
          <Notice key={warning} tone="warn" live>
            {warning}
          </Notice>
        ))}
        {preview === null ? (
          <p className="text-sm text-ink-2">
            {trial.isOld
              ? t('The offer has changed since you tried it.')
              : t('See what the offer would have done to real orders, and what to watch for. Nothing is saved.')}
          </p>
        ) : (
          <Carts carts={preview.carts} />
        )}
        <FailureNotice text={trial.error} />
        <div>
          <Button variant="outline" size="sm" pending={pending} onClick={() => void run()}>
            {t('Try on the last ten orders')}
          </Button>
        </div>
      </div>
    </Section>
  )
}

const NUMBER = 'py-1 pl-3 text-right tabular-nums'
const paiseOf = (rupees: number) => paise(Math.round(rupees * 100))

function Carts({ carts }: Pick<OfferPreview, 'carts'>) {
  if (carts.length === 0) return <p className="text-sm text-ink-2">{t('There are no paid orders to try it on yet.')}</p>
  const rows = carts.map(({ before, after, ...cart }) => {
    const amounts = { before: paiseOf(before), after: paiseOf(after) }
    return { ...cart, ...amounts, saved: paise(amounts.before - amounts.after) }
  })
  const sum = paise(rows.reduce((all, { saved }) => all + saved, 0))
  return (
    <div className="grid gap-2" aria-live="polite">
      <p>
        {t('It would have taken {sum} off {count} of {all, plural, one {# order} other {# orders}}.', {
          sum: formatRupees(toRupees(sum)),
          count: rows.filter(({ saved }) => saved > 0).length,
          all: carts.length,
        })}
      </p>
      <table className="w-full text-left text-sm">
        <caption className="pb-1 text-left text-ink-2">{t('Order totals with delivery and GST, in rupees')}</caption>
        <thead>
          <tr className="text-ink-2">
            <th scope="col" className="py-1 font-normal">
              {t('Order')}
            </th>
            {[t('Before'), t('After'), t('Saved')].map((head) => (
              <th key={head} scope="col" className={`${NUMBER} font-normal`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ order, number, before, after, saved }) => (
            <tr key={order} className="border-t border-line">
              <th scope="row" className="font-normal">
                <Link to={`/orders/${order}`} className="inline-flex min-h-11 items-center lg:min-h-8">
                  {number}
                </Link>
              </th>
              <td className={`${NUMBER} text-ink-2`}>{plainAmount(before)}</td>
              <td className={NUMBER}>{plainAmount(after)}</td>
              <td className={`${NUMBER} ${saved > 0 ? 'font-bold' : 'text-ink-3'}`}>
                {saved > 0 ? plainAmount(saved) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

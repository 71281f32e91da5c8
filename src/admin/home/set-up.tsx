import { Check, Circle } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { Home } from '#shop/owner/staff-contract.ts'
import { Card } from '#ui/parts.tsx'

type Step = NonNullable<Home['setUp']>[number]

/** What a new shop still lacks, until it's done. Each step has its command until it has a screen. */
export function SetUp({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section>
      <Card>
        <h2 className="text-lg font-bold">{t('Set up the shop')}</h2>
        <p className="pb-3 text-sm text-ink-2">{t('{done} of {all} done', { done, all: steps.length })}</p>
        <ol className="grid gap-3">
          {steps.map(({ step, isDone, detail, command }) => (
            <li key={step} className="flex gap-3">
              {isDone ? (
                <Check size={20} aria-label={t('Done')} className="mt-0.5 shrink-0 text-ok" />
              ) : (
                <Circle size={20} aria-label={t('To do')} className="mt-0.5 shrink-0 text-ink-3" />
              )}
              <div className="min-w-0">
                {isDone || SCREENS[step] === undefined ? (
                  <p className={isDone ? 'text-ink-3' : 'font-bold'}>{stepText(step)}</p>
                ) : (
                  <Link to={SCREENS[step]} className="inline-flex min-h-11 items-center font-bold">
                    {stepText(step)}
                  </Link>
                )}
                {isDone ? null : (
                  <>
                    {detail === '' ? null : <p className="text-sm text-ink-2 wrap-anywhere">{detail}</p>}
                    <code className="mt-1 inline-block rounded-xs bg-sunk px-2 py-1 text-sm wrap-anywhere">
                      {command}
                    </code>
                  </>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}

/** The screen of each step. */
const SCREENS: Readonly<Record<string, string>> = {
  name: '/settings/shop',
  address: '/settings/shop',
  details: '/settings',
  gstin: '/settings/tax',
  mail: '/settings/connections',
  payments: '/settings/connections',
  delivery: '/settings/delivery',
  product: '/products',
  open: '/settings/opening',
}

function stepText(step: string): string {
  switch (step) {
    case 'name':
      return t('The shop’s name')
    case 'address':
      return t('Its address')
    case 'details':
      return t('Its other details')
    case 'gstin':
      return t('The GSTIN, or no tax')
    case 'mail':
      return t('Mail that leaves the shop')
    case 'payments':
      return t('The keys of the payment provider')
    case 'delivery':
      return t('What delivery costs')
    case 'product':
      return t('The first product')
    default:
      return t('Open the shop')
  }
}

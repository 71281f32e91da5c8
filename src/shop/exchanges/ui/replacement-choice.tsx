import { useEffect, useState } from 'react'
import { readSession } from '#platform/browser/session.ts'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { RadioRow } from '#ui/radio-group.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { askForMail, type RequestOutcome } from '../../alerts/client.ts'
import { api } from '../../api.ts'
import { FEW_LEFT } from '../../catalog/card.ts'
import { loadProduct } from '../../catalog/client.ts'
import { ofColor } from '../../catalog/rules.ts'
import { Swatch } from '../../catalog/ui/swatch.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { OrderLine } from '../../orders/contract.ts'
import { useSettings } from '../../settings/client.ts'
import { type Choice, choicesOf } from '../choices.ts'

type Props = {
  choice: 'color' | 'size'
  /** The lines that go back, at least one; all of the same product. */
  lines: readonly OrderLine[]
  value: string | null
  onChange: (value: string) => void
  /** Shown in red below the boxes. */
  error: string | null
}

/**
 * The colours or sizes to get instead, none preselected (SPEC 5), also the bought one again; a mail can be asked for when a
 * sold-out one is back.
 */
export function ReplacementChoice({ choice, lines, value, onChange, error }: Props) {
  const productId = lines[0]?.productId._id ?? ''
  const { loaded, reload } = useProduct(productId)
  const isTaxAdded = !useSettings()['tax.pricesInclude']
  const legend = choice === 'color' ? t('Colour') : t('Size')
  if (loaded === null) return <Skeleton className="h-20 w-full" />
  if (!loaded.ok && loaded.status !== 404 && loaded.status !== 410)
    return <RetryNotice message={loaded.message} onRetry={reload} />
  const product = loaded.ok ? loaded.product : null
  const choices = choicesOf(product, choice, lines)
  // A size without stock isn't offered (SPEC 5); of the colours, all are shown.
  const shown = choices.filter(({ state }) => choice === 'color' || state === 'free')
  return (
    <div className="grid gap-3">
      {shown.length === 0 ? null : (
        <RadioRow
          legend={legend}
          name={choice}
          value={value}
          onChange={onChange}
          error={error}
          options={shown.map(({ value: name, ...found }) => ({
            value: name,
            label:
              choice === 'size' ? (
                valueName(name)
              ) : (
                <span className="flex items-center gap-2">
                  <Swatch color={name} swatch={ofColor(product?.swatches, name)} className="size-5" />
                  {valueName(name)}
                </span>
              ),
            detail: [detailOf(found), extraText(found.extra, isTaxAdded)].filter(Boolean).join(', ') || null,
            disabled: found.state !== 'free',
          }))}
        />
      )}
      {choices.some(({ state }) => state === 'free') ? null : (
        <p className="text-sm">
          {choice === 'color'
            ? t('No other colour can be chosen right now.')
            : t('No other size can be chosen right now.')}
        </p>
      )}
      <SoldOut choices={choices} choice={choice} lines={lines} />
    </div>
  )
}

function detailOf({ state, isBought, left }: Omit<Choice, 'value'>): string | null {
  if (state === 'soldOut') return t('Sold out')
  if (state === 'notMade') return t('not in your size')
  if (isBought) return t('the same again, as pictured')
  return left !== null && left <= FEW_LEFT ? t('{quantity} left', { quantity: left }) : null
}

/** What a piece costs more or less, so that nobody asks for it unaware. */
function extraText(extra: number, isTaxAdded: boolean): string | null {
  const amount = formatRupees(Math.abs(extra))
  if (extra === 0) return null
  if (isTaxAdded) return extra > 0 ? t('{amount} more, plus GST', { amount }) : t('{amount} less, plus GST', { amount })
  return extra > 0 ? t('{amount} more', { amount }) : t('{amount} less', { amount })
}

function useProduct(productId: string) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadProduct>> | null>(null)
  useEffect(() => {
    if (loaded !== null) return
    const stop = new AbortController()
    void loadProduct(api, productId, { signal: stop.signal }).then((result) => {
      if (!stop.signal.aborted) setLoaded(result)
    })
    return () => stop.abort()
  }, [productId, loaded])
  return { loaded, reload: () => setLoaded(null) }
}

/** The sold-out ones, each with a button to be told by mail when it's back. Of several lines, the first counts. */
function SoldOut({ choices, choice, lines: [line] }: Pick<Props, 'choice' | 'lines'> & { choices: Choice[] }) {
  const [told, setTold] = useState<RequestOutcome | null>(null)
  const soldOut = choices.filter(({ state }) => state === 'soldOut').map(({ value }) => value)
  if (!line || soldOut.length === 0) return null
  const wanted = { productId: line.productId._id, color: line.color, size: line.size }

  async function ask(value: string): Promise<void> {
    const email = readSession()?.user.email ?? ''
    setTold(await askForMail({ ...wanted, [choice]: value, email }))
  }
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      {soldOut.map((value) => (
        <p key={value}>
          {t('{what} is sold out.', { what: valueName(value) })}{' '}
          <button
            type="button"
            className="ml-1 min-h-11 cursor-pointer font-bold text-ink underline underline-offset-4"
            onClick={() => void ask(value)}
          >
            {t('Tell me when it’s back')}
            <span className="sr-only"> ({valueName(value)})</span>
          </button>
        </p>
      ))}
      <p role="status" className={told && !told.ok ? 'font-bold text-bad' : ''}>
        {told?.message}
      </p>
    </div>
  )
}

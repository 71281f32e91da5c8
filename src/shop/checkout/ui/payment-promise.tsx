import { t } from '#platform/text/t.ts'
import { Tag } from '#ui/parts.tsx'
import type { CartLine } from '../../cart/contract.ts'
import { exchangeNote } from '../../cart/messages.ts'

const WAYS = ['UPI', t('Card'), t('Net banking'), t('Wallet')]

/** How one can pay online, and what if something doesn't fit: on wide screens, below the address. `days`: how long the shop exchanges. */
export function PaymentPromise({ days, lines }: { days: number; lines: readonly CartLine[] }) {
  return (
    <section aria-label={t('Payment')} className="hidden gap-4 border-t border-line pt-6 tablet:grid">
      <h2 className="font-wide text-lg font-extrabold">{t('Payment')}</h2>
      <ul className="flex flex-wrap gap-2">
        {WAYS.map((way) => (
          <li key={way}>
            <Tag tone="plain">{way}</Tag>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">{exchangeNote(days, lines)}</p>
    </section>
  )
}

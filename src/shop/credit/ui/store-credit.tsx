import { formatPrice, formatSigned } from '#platform/money.ts'
import { fullDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { Card } from '#ui/parts.tsx'
import type { CreditEntry, StoreCredit } from '../contract.ts'

/** A customer's balance, with what was given, used and has ended below it. */
export function StoreCreditCard({ credit: { balance, entries } }: { credit: StoreCredit }) {
  return (
    <Card className="mb-8 grid gap-2">
      <h2 className="flex flex-wrap justify-between gap-x-4 font-wide text-lg font-extrabold">
        {t('Store credit')} <span className="tabular-nums">{formatPrice(balance)}</span>
      </h2>
      {balance > 0 ? <p className="text-sm text-ink-2">{t('You can use it at the checkout.')}</p> : null}
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-bold">{t('How it came about')}</summary>
        <ul className="grid divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={`${entry.at} ${entry.kind} ${entry.amount} ${entry.expiresAt}`} entry={entry} />
          ))}
        </ul>
      </details>
    </Card>
  )
}

const KINDS: Record<CreditEntry['kind'], string> = {
  given: t('Given'),
  used: t('Used'),
  returned: t('Given back'),
  expired: t('Ended'),
}

function Entry({ entry: { at, kind, amount, reason, expiresAt } }: { entry: CreditEntry }) {
  const isIn = kind === 'given' || kind === 'returned'
  const day = expiresAt === undefined ? null : fullDay(expiresAt)
  return (
    <li className="flex justify-between gap-4 py-3">
      <span className="min-w-0 wrap-anywhere">
        <span className="block">{reason || KINDS[kind]}</span>
        <span className="block text-sm text-ink-2">
          {fullDay(at)}
          {day === null ? '' : ` · ${t('valid until {day}', { day })}`}
        </span>
      </span>
      <span className={`shrink-0 tabular-nums ${isIn ? 'font-bold' : 'text-ink-2'}`}>
        {formatSigned(isIn ? amount : -amount)}
      </span>
    </li>
  )
}

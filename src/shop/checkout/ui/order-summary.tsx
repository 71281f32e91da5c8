import { formatPrice, formatSigned } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Card } from '#ui/parts.tsx'
import { PictureOrBlank } from '#ui/picture-or-blank.tsx'
import type { CartLine } from '../../cart/contract.ts'
import { pictureUrlOf, subtotalOf } from '../../cart/line-availability.ts'
import { valueName } from '../../catalog/value-names.ts'
import { itemCount } from '../../orders/rules.ts'
import { type TotalsRow, totalsRows } from '../../orders/totals-rows.ts'
import { freeDeliveryText } from '../../pricing/messages.ts'
import { type Charges, rupeeTotals } from '../../pricing/rules.ts'
import type { ShownSettings } from '../../settings/client.ts'

type Props = {
  lines: readonly CartLine[]
  /** The shop's settings, with the delivery fee of the address. */
  settings: ShownSettings
  /** Shows the list of items above the amounts. */
  listed?: boolean
}

/** The amounts of an order (SPEC 9): items, delivery, tax, total. */
export function OrderSummary({ lines, settings, listed = false }: Props) {
  const rates = new Set(lines.map(({ taxPercent }) => taxPercent ?? settings['order.taxPercent']))
  const rate = rates.size === 1 ? [...rates][0] : undefined
  const free = freeDeliveryText(subtotalOf(lines), settings)
  return (
    <Card>
      {listed ? <SummaryItems lines={lines} /> : null}
      <dl aria-label={t('Summary')} className="grid gap-2.5 tabular-nums">
        {totalsRows(totalsOf(lines, settings), itemCount(lines), rate).map((row) => (
          <Row key={row.label} {...row} />
        ))}
      </dl>
      {free === null ? null : <p className="pt-3 text-sm font-bold text-ink-2">{free}</p>}
    </Card>
  )
}

function SummaryItems({ lines }: { lines: readonly CartLine[] }) {
  return (
    <ul aria-label={t('Your items')} className="mb-4 grid gap-3 border-b border-line pb-4 text-sm">
      {lines.map((line) => (
        <li key={line._id} className="flex flex-wrap items-baseline gap-x-3">
          <PictureOrBlank
            src={pictureUrlOf(line)}
            sizes="40px"
            placeholderColor={line.picture?.tone}
            className="aspect-4/5 w-10 shrink-0 self-start rounded-xs"
          />
          <span className="min-w-0 flex-1 basis-24 wrap-anywhere">
            <span className="font-bold">{line.productId.name}</span>
            <span className="block text-ink-2">
              {valueName(line.size)} · {valueName(line.color)} · {line.quantity}
            </span>
          </span>
          <span className="ml-auto whitespace-nowrap tabular-nums">{formatPrice(subtotalOf([line]))}</span>
        </li>
      ))}
    </ul>
  )
}

function Row({ label, amount, isTotal = false }: TotalsRow) {
  return (
    <div
      className={`flex flex-wrap items-baseline gap-x-4 ${isTotal ? 'border-t border-line pt-3 text-lg font-bold' : ''}`}
    >
      <dt className="min-w-0 flex-1 basis-24">{label}</dt>
      <dd className="ml-auto whitespace-nowrap">{formatSigned(amount)}</dd>
    </div>
  )
}

/** The totals of a cart, in rupees. */
export function totalsOf(lines: readonly CartLine[], charges: Charges): ReturnType<typeof rupeeTotals> {
  return rupeeTotals(
    lines.map(({ productId, quantity, taxPercent }) => ({ price: productId.price, quantity, taxPercent })),
    charges,
  )
}

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
import type { QuoteAnswer } from '../contract.ts'

type Props = {
  lines: readonly CartLine[]
  /** The shop's settings, with the delivery fee of the address. */
  settings: ShownSettings
  /** Shows the list of items above the amounts. */
  listed?: boolean
  /** What the server says that it costs, while an offer runs. */
  quote?: QuoteAnswer | null
}

/** The amounts of an order (SPEC 9): items, delivery, tax, total. */
export function OrderSummary({ lines, settings, listed = false, quote = null }: Props) {
  const rates = new Set(
    quote?.lines.map(({ taxPercent }) => taxPercent) ??
      lines.map(({ taxPercent }) => taxPercent ?? settings['order.taxPercent']),
  )
  const rate = rates.size === 1 ? [...rates][0] : undefined
  const free = freeDeliveryText(
    quote ? sumOf(quote.lines.map(({ price, quantity, discount }) => price * quantity - discount)) : subtotalOf(lines),
    settings,
  )
  return (
    <Card>
      <h2 className="mb-4 font-wide text-lg font-extrabold">{t('Summary')}</h2>
      {listed ? <SummaryItems lines={lines} quote={quote} /> : null}
      <dl aria-label={t('Summary')} className="grid gap-2 text-sm tabular-nums">
        {totalsRows(totalsOf(lines, settings, quote), itemCount(lines), rate).map((row) => (
          <Row key={row.label} {...row} />
        ))}
      </dl>
      {free === null ? null : <p className="pt-3 text-sm font-bold text-ink-2">{free}</p>}
    </Card>
  )
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

function SummaryItems({ lines, quote }: Pick<Props, 'lines'> & { quote: QuoteAnswer | null }) {
  return (
    <ul aria-label={t('Your items')} className="mb-4 grid gap-3 border-b border-line pb-4 text-sm">
      {lines.map((line) => (
        <li key={line._id} className="flex flex-wrap items-baseline gap-x-3">
          <PictureOrBlank
            src={pictureUrlOf(line)}
            sizes="56px"
            placeholderColor={line.picture?.tone}
            className="aspect-4/5 w-14 shrink-0 self-start rounded-sm"
          />
          <span className="min-w-0 flex-1 basis-24 wrap-anywhere">
            <span className="font-bold">{line.productId.name}</span>
            <span className="block text-ink-2">
              {valueName(line.size)} · {valueName(line.color)} × {line.quantity}
            </span>
          </span>
          <span className="ml-auto text-right whitespace-nowrap tabular-nums">
            {formatPrice(subtotalOf([line]))}
            {discountOf(line, quote) > 0 ? (
              <span className="block text-ink-2">{formatSigned(-discountOf(line, quote))}</span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What the offers take off a line, in rupees. */
function discountOf({ productId, color, size }: CartLine, quote: QuoteAnswer | null): number {
  const same = quote?.lines.find(
    (line) => line.productId === productId._id && line.color === color && line.size === size,
  )
  return same?.discount ?? 0
}

function Row({ label, amount, isTotal = false }: TotalsRow) {
  return (
    <div
      className={`flex flex-wrap items-baseline gap-x-4 ${isTotal ? 'mt-1 border-t border-line pt-3 text-xl font-bold' : 'text-ink-2'}`}
    >
      <dt className="min-w-0 flex-1 basis-24">{label}</dt>
      <dd className="ml-auto whitespace-nowrap">{formatSigned(amount)}</dd>
    </div>
  )
}

/** The totals of a cart, in rupees: the server's, if it was asked. */
export function totalsOf(
  lines: readonly CartLine[],
  charges: Charges,
  quote: QuoteAnswer | null = null,
): ReturnType<typeof rupeeTotals> & Partial<Pick<QuoteAnswer, 'discounts' | 'cashFee'>> & { credit?: number } {
  if (quote) {
    const { goods, delivery, tax, total, discounts, cashFee } = quote
    const [added, contained] = charges['tax.pricesInclude'] ? [0, tax] : [tax, 0]
    return { goods, delivery, tax: added, total, taxIncluded: contained, discounts, cashFee, credit: quote.credit.used }
  }
  return rupeeTotals(
    lines.map(({ productId, quantity, taxPercent }) => ({ price: productId.price, quantity, taxPercent })),
    charges,
  )
}

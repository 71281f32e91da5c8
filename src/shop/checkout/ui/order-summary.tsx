import { rsPrice } from '#platform/money.ts'
import { Card } from '#ui/parts.tsx'
import type { CartLine } from '../../cart/contract.ts'
import { rupeeTotals } from '../../orders/rules.ts'

/** What is to be paid and of what it is made up (SPEC 9): goods, delivery, tax, total. */
export function OrderSummary({ lines }: { lines: readonly CartLine[] }) {
  const totals = totalsOf(lines)
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <Card>
      <dl aria-label="Summary" className="grid gap-2.5 tabular-nums">
        <Row label={`Items (${pieces})`} amount={totals.goods} />
        <Row label="Delivery" amount={totals.delivery} />
        <Row label="GST and Service Tax (5%)" amount={totals.tax} />
        <Row label="Total" amount={totals.total} strong />
      </dl>
    </Card>
  )
}

function Row({ label, amount, strong = false }: { label: string; amount: number; strong?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${strong ? 'border-t border-line pt-3 text-lg font-bold' : ''}`}
    >
      <dt className="min-w-0">{label}</dt>
      <dd className="shrink-0 whitespace-nowrap">{rsPrice(amount)}</dd>
    </div>
  )
}

/** The totals of a cart, in rupees. */
export function totalsOf(lines: readonly CartLine[]): ReturnType<typeof rupeeTotals> {
  return rupeeTotals(lines.map(({ productId, quantity }) => ({ price: productId.price, quantity })))
}

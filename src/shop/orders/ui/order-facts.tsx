import type { ReactNode } from 'react'
import { formatPrice, formatSigned } from '#platform/money.ts'
import { fullDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { Card } from '#ui/parts.tsx'
import type { OrderRefund } from '../contract.ts'
import type { ShownOrder } from '../read-orders.ts'
import { addressLines, itemCount } from '../rules.ts'
import { totalsRows } from '../totals-rows.ts'

/** What was paid, when, and where it goes. */
export function OrderFacts({ order, invoice }: { order: ShownOrder; invoice: ReactNode }) {
  const { totals, totalPrice, discounts, cashFee, credit } = order
  const amounts = totals
    ? totalsRows(
        { ...totals, total: totalPrice || totals.total, discounts, cashFee, credit },
        itemCount(order.productDetails),
      )
    : [{ label: t('Total'), amount: totalPrice, isTotal: true }]
  const delivered = fullDay(order.deliveredDate)
  return (
    <div className="grid items-start gap-6 tablet:max-lg:grid-cols-2 print:grid-cols-2">
      <Card className="grid content-start gap-3 tablet:max-lg:row-span-2 print:row-span-2">
        <h3 className="font-wide text-lg font-extrabold">{t('Payment')}</h3>
        <dl className="grid gap-2 tabular-nums">
          {amounts.map(({ label, amount, isTotal = false }) => (
            <Row key={label} term={label} value={formatSigned(amount)} strong={isTotal} />
          ))}
          <Row term={t('Method')} value={methodLabel(order.paymentMethod)} />
          {order.refunds.map(({ amount, date, state, to }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: refunds have no id, and later ones are added at the end.
            <Row key={index} term={refundTerm(date, state, to)} value={formatPrice(amount)} />
          ))}
          {order.payment.state === 'due' ? (
            <Row term={t('To pay in cash')} value={formatPrice(order.payment.due)} strong />
          ) : null}
        </dl>
        {invoice}
      </Card>
      <Card className="grid gap-3">
        <h3 className="font-wide text-lg font-extrabold">{t('Dates')}</h3>
        <dl className="grid gap-2">
          <Row term={t('Order placed')} value={fullDay(order.orderedDate) ?? t('Unknown')} />
          <Row term={t('Expected')} value={fullDay(order.estimatedDate) ?? t('Unknown')} />
          {delivered === null ? null : <Row term={t('Delivered')} value={delivered} />}
        </dl>
      </Card>
      <Address order={order} />
    </div>
  )
}

const REFUND_TERMS = { pending: t('Refund under way'), processed: t('Refunded'), failed: t('Refund delayed') }

/** "Refunded on 21 Nov 2026". */
function refundTerm(date: string, state: keyof typeof REFUND_TERMS, to: OrderRefund['to']): string {
  const day = state === 'processed' ? fullDay(date) : null
  if (to === 'credit')
    return day === null ? t('Refunded to store credit') : t('Refunded to store credit on {day}', { day })
  return day === null ? REFUND_TERMS[state] : t('Refunded on {day}', { day })
}

function Row({ term, value, strong = false }: { term: string; value: string; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-t border-line pt-2 font-bold' : ''}`}>
      <dt className={strong ? '' : 'text-ink-2'}>{term}</dt>
      <dd className="text-right">{value}</dd>
    </div>
  )
}

function Address({ order: { address } }: { order: ShownOrder }) {
  if (address === null) return null
  return (
    <Card className="grid gap-3">
      <h3 className="font-wide text-lg font-extrabold">{t('Delivery address')}</h3>
      <address className="wrap-anywhere whitespace-pre-line not-italic">{addressLines(address).join('\n')}</address>
    </Card>
  )
}

/** Labels by the provider's names. `credit_card` has none: SPEC 7 sends it whatever the shopper chose. */
const METHODS: Record<string, string> = {
  card: t('Card'),
  upi: 'UPI',
  netbanking: t('Net banking'),
  wallet: t('Wallet'),
  emi: 'EMI',
  paylater: t('Pay later'),
  cash: t('Cash'),
  store_credit: t('Store credit'),
}

function methodLabel(method: string): string {
  if (method === 'credit_card' || method === '') return t('Paid online')
  return METHODS[method] ?? method.replaceAll('_', ' ')
}

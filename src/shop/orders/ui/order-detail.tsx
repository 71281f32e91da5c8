import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { IconButton, LinkButton } from '#ui/button.tsx'
import { ChevronLeftIcon } from '#ui/icons.tsx'
import { Card } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { exchangeDaysOf } from '../../cart/messages.ts'
import { productPath } from '../../catalog/product-path.ts'
import { HowExchangesWork } from '../../catalog/ui/how-exchanges-work.tsx'
import type { OrderLine } from '../contract.ts'
import { linePriceText, ownDaysText, variantText } from '../line-text.ts'
import type { ShownExchange, ShownOrder } from '../read-orders.ts'
import { LinePicture } from './line-picture.tsx'
import { OrderFacts } from './order-facts.tsx'
import { arrivalText, OrderProgress, orderedText } from './order-progress.tsx'
import { OrderTracking } from './order-tracking.tsx'

/** The parts rendered inside an order by other features: exchanges, refunds and invoices. */
export interface OrderSlots {
  exchange: (exchange: ShownExchange, actions: ReactNode) => ReactNode
  /** The form to request an exchange, or why that isn't possible; `lines` are all lines of one product in the order. */
  request: (lines: readonly OrderLine[]) => ReactNode
  /** Ways on from a product: buy it again, review it. */
  actions: (line: OrderLine) => ReactNode
  /** The button that cancels the order, while that's possible. */
  cancel: ReactNode
  /** The invoice to save. */
  invoice: ReactNode
}

type Props = { order: ShownOrder; slots: OrderSlots; backTo: string }

/** One order in full: progress, items, exchanges, payment, address. */
export function OrderDetail({ order, slots, backTo }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const groups = groupByProduct(order.productDetails)
  // SPEC 2: products with an exchange are listed apart, in their exchange.
  const exchanged = (lines: OrderLine[]) =>
    order.exchanges.find(({ productId }) => productId._id === lines[0]?.productId._id)
  return (
    <article className="print-column grid gap-6">
      <div className="grid justify-items-start gap-1">
        <LinkButton to={backTo} variant="text" size="sm" className="-ml-4">
          <ChevronLeftIcon className="size-4" /> {t('All orders')}
        </LinkButton>
        <h2
          ref={heading}
          tabIndex={-1}
          className="font-wide text-xl font-extrabold tracking-display text-balance outline-none sm:text-2xl"
        >
          {arrivalText(order)}
        </h2>
        <p className="flex flex-wrap items-center text-sm text-ink-2">
          <span className="font-bold wrap-anywhere text-ink">{order.orderNumber}</span>
          <CopyId order={order} />
          <span>{orderedText(order)}</span>
        </p>
      </div>
      <div className="print-column grid items-start gap-6 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="print-column grid gap-6">
          <Card className="grid gap-4">
            <OrderProgress order={order} />
            <OrderTracking order={order} />
            {slots.cancel}
          </Card>
          <OrderedItems order={order} groups={groups.filter((lines) => !exchanged(lines))} slots={slots} />
          {order.exchanges.length === 0 ? null : (
            <section className="print-column grid gap-4">
              <h3 className="font-wide text-xl font-extrabold tracking-display">{t('Return Initiated')}</h3>
              {order.exchanges.map((exchange) => {
                const line = groups.find((lines) => exchanged(lines) === exchange)?.[0]
                return slots.exchange(exchange, line ? slots.actions(line) : null)
              })}
            </section>
          )}
        </div>
        <OrderFacts order={order} invoice={slots.invoice} />
      </div>
    </article>
  )
}

/** The order's id, which programs and tests know it by. People use its number. */
function CopyId({ order: { _id, orderNumber } }: { order: ShownOrder }) {
  if (orderNumber === _id) return null
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(_id)
    showToast(t('Copied.'), { tone: 'ok' })
  }
  return (
    <IconButton
      label={t('Copy the order’s ID')}
      className="-my-3"
      onClick={() => void copy().catch(() => showToast(_id, { tone: 'ok' }))}
    >
      <Copy size={16} aria-hidden="true" />
    </IconButton>
  )
}

function OrderedItems({ order, groups, slots }: Omit<Props, 'backTo'> & { groups: OrderLine[][] }) {
  const isDelivered = order.orderStatus === 'delivered'
  const hasUsualDays = order.productDetails.some(({ exchangeDays }) => exchangeDays === undefined)
  return (
    <Card className="print-column grid gap-5 print:break-inside-auto">
      {groups.length === 0 ? null : <h3 className="font-wide text-lg font-extrabold">{t('Items')}</h3>}
      <ul className="print-column grid gap-5 empty:hidden">
        {groups.map((lines) => (
          <li
            key={lines[0]?._id}
            className="grid break-inside-avoid gap-4 border-b border-line pb-5 last:border-0 last:pb-0 print:gap-2"
          >
            {lines.map((line) => (
              <OrderedLine key={line._id} line={line} />
            ))}
            <div className="flex flex-wrap items-center gap-2">
              {lines[0] ? slots.actions(lines[0]) : null}
              {isDelivered ? slots.request(lines) : null}
            </div>
            {isDelivered || order.isCancelled || lines[0]?.exchangeDays === undefined ? null : (
              <p className="text-sm text-ink-2">{ownDaysText(lines[0])}</p>
            )}
          </li>
        ))}
      </ul>
      {isDelivered || order.isCancelled || !hasUsualDays ? null : (
        <p className="text-sm text-ink-2">
          {t('Exchange opens once it’s delivered, for {days} days.', { days: order.exchangeDays })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 print:hidden">
        {order.isCancelled ? null : (
          <HowExchangesWork days={exchangeDaysOf(order.exchangeDays, order.productDetails)} />
        )}
        <Link
          to="/contact-us"
          state={{ message: `${t('Order {number}', { number: order.orderNumber })}: ` }}
          className="-my-2 py-2.5 text-sm font-bold underline underline-offset-4"
        >
          {t('Something wrong? Write to us.')}
        </Link>
      </div>
    </Card>
  )
}

function OrderedLine({ line }: { line: OrderLine }) {
  const { productId } = line
  return (
    <div className="flex gap-4">
      <LinePicture line={line} className="w-20 shrink-0 md:w-24 print:w-14" sizes="96px" />
      <div className="grid min-w-0 content-start gap-1 wrap-anywhere">
        <Link
          to={productPath(productId._id)}
          className="-my-2.5 py-2.5 font-bold wrap-anywhere no-underline hover:underline"
        >
          {productId.name}
        </Link>
        <p className="text-sm text-ink-2">{variantText(line)}</p>
        <p className="text-sm tabular-nums">{linePriceText(line)}</p>
        {line.cancelled > 0 ? <p className="text-sm">{t('{count} cancelled', { count: line.cancelled })}</p> : null}
      </div>
    </div>
  )
}

/** Groups the lines of a product, because an exchange is of a product, in whatever sizes it was bought. */
function groupByProduct(lines: readonly OrderLine[]): OrderLine[][] {
  const groups = new Map<string, OrderLine[]>()
  for (const line of lines) groups.set(line.productId._id, [...(groups.get(line.productId._id) ?? []), line])
  return [...groups.values()]
}

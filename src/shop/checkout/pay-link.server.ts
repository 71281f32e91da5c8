import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { paise, toPaise, toRupees } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { PAY_LINK_HOURS, payLinkOf, payTokenOf } from '../orders/pay-link.server.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { findOrderId } from '../orders/staff-sql.server.ts'
import { itemBands } from '../pricing/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import type { OpenedOrder } from './contract.ts'
import { toOpenedOrder } from './handlers.server.ts'
import * as messages from './messages.ts'
import { findPricedInCash, type LinkedOrder, lockLinked, storeLinkOrder, writePayLink } from './pay-link-sql.server.ts'
import { type PrepaidPrice, priceOnline } from './prepaid-rules.ts'
import { findOrder } from './sql.server.ts'

/** A link by which an order in cash can be paid online. Money in rupees. */
export interface OrderPayLink {
  link: string
  total: number
  /** What is to pay: the total without what store credit pays. */
  due: number
  until: string
}

type LinkRefusal = 'not_found' | 'already_placed' | 'conflict'

/**
 * Makes the link by which an order in cash, by its id or number, can be paid online; while one lives, it's the same one. One that has ended
 * lives again: if its payment window was open, at its old price, since that may still be paid. Refused: no such order; paid, cancelled or
 * packed.
 */
export async function makePayLink(
  context: StaffContext & Pick<Shop, 'clock'>,
  reference: string,
): Promise<Result<OrderPayLink, LinkRefusal>> {
  const id = await findOrderId(context.db, reference)
  if (id === null) return refuse('not_found', ORDER_NOT_FOUND)
  const token = await payTokenOf(context.db, 'order', id)
  const link = payLinkOf(context.config.publicUrl, token)
  return transact<Tables, OrderPayLink, LinkRefusal>(context.db, async (tx) => {
    const order = await lockLinked(tx, id)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    const refusal = refuseLink(order)
    if (refusal) return refusal
    const shown = ({ total, credit }: PrepaidPrice, until: Date) => ({
      link,
      total: toRupees(paise(total)),
      due: toRupees(paise(total - credit)),
      until: until.toISOString(),
    })
    if (order.link && !order.link.isOver) return ok(shown(order.link.price, order.link.until))
    const isOpened = order.link !== null && order.providerOrderId !== null
    const price = isOpened && order.link ? order.link.price : await priceNow(context, tx, id)
    const until = await writePayLink(tx, {
      orderId: id,
      tokenHash: sha256(token),
      price,
      hours: PAY_LINK_HOURS,
      confirmHours: context.settings()['cash.confirmHours'],
    })
    await writeAudit(tx, context.actor, {
      action: 'order.pay-link',
      subject: `order:${id}`,
      before: null,
      after: { total: toRupees(paise(price.total)) },
    })
    return ok(shown(price, until))
  })
}

function refuseLink({ state, paymentMethod, isUnpacked }: LinkedOrder): Refusal<'already_placed' | 'conflict'> | null {
  if (state === 'paid') return refuse('already_placed', 'This order is paid already.')
  if (state === 'cancelled') return refuse('conflict', 'This order was cancelled.')
  if (paymentMethod !== 'cash' || (state !== 'to_confirm' && state !== 'placed'))
    return refuse('conflict', 'Only an order in cash has a link to pay. Others are paid under “My orders”.')
  return isUnpacked ? null : refuse('conflict', messages.PACKED_ALREADY)
}

/** What an order in cash costs online now. The rates are those of the day on which it was ordered. */
async function priceNow(
  { settings: current }: StaffContext,
  tx: StaffContext['db'],
  id: string,
): Promise<PrepaidPrice> {
  const settings = current()
  const order = await findPricedInCash(tx, id)
  const day = indianDay(order.created_at)
  return priceOnline(order, {
    percent: settings['cash.discountOnline'],
    name: messages.PAID_ONLINE,
    bandsOf: (line) => itemBands(settings, { hsn: order.lines.find((one) => one.id === line)?.hsn ?? '', day }),
  })
}

/** `open`: it can be paid. `paid`: its order is paid, in whatever way. `lapsed`: it has ended, was packed, or was cancelled. */
export function payLinkState({ state, isUnpacked, link }: LinkedOrder): 'open' | 'paid' | 'lapsed' {
  if (state === 'paid') return 'paid'
  return isUnpacked && link && !link.isOver ? 'open' : 'lapsed'
}

/** Opens the payment of an open link. Refused: another total than its own; it was packed a moment ago; the provider failed. */
export async function openPayLink(
  shop: Shop,
  { id, link }: LinkedOrder & { link: NonNullable<LinkedOrder['link']> },
  totalPrice: number,
): Promise<Result<OpenedOrder, 'total_changed' | 'hold_ended' | 'payment_provider_failed'>> {
  const total = toRupees(paise(link.price.total))
  if (toPaise(totalPrice) !== link.price.total)
    return refuse('total_changed', messages.TOTAL_CHANGED, { extra: { total } })
  if ((await findOrder(shop.db, id))?.provider_order_id === null) {
    const created = await shop.payments.createOrder({ receipt: id, amount: paise(link.due) })
    failpoint('provider-order:created')
    if (!created.ok) {
      shop.log.error({ order: id, failure: created.failure }, 'checkout: the provider created no order for a link')
      return refuse('payment_provider_failed', messages.ORDER_FAILED, { extra: { success: false } })
    }
    // Somebody else with the link may have opened it at the same moment: then theirs counts.
    await storeLinkOrder(shop.db, id, created.data.id)
    failpoint('provider-order:stored')
  }
  const order = await findOrder(shop.db, id)
  if (!order?.may_prepay || order.provider_order_id === null) return refuse('hold_ended', messages.HOLD_ENDED)
  const opened = await toOpenedOrder(shop, order)
  return ok({ ...opened.data, total, heldUntil: link.until.toISOString() })
}

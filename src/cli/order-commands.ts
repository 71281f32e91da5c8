import { Option } from 'commander'
import type { WrittenTime } from '#platform/india-time.ts'
import { formatPrice, formatSigned, paise, toRupees } from '#platform/money.ts'
import { isPrintable } from '#platform/pdf/scripts.server.ts'
import { addressLines, ORDER_STAGES, type OrderStage } from '#shop/orders/rules.ts'
import { advanceOrder, listOrders, type StaffOrder, showOrder } from '#shop/orders/staff.server.ts'
import { takenBackText } from '#shop/orders/staff-labels.ts'
import type { ListedOrder } from '#shop/orders/staff-sql.server.ts'
import type { RefundNote } from '#shop/refunds/sql.server.ts'
import { findOrderNotes, type OrderNotes } from '#shop/refunds/staff.server.ts'
import { addCarrierCommands } from './carrier-commands.ts'
import {
  CommandError,
  type JsonOption,
  parseCount,
  parseTime,
  printError,
  printList,
  printResult,
  TIME_HELP,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { addOrderDocuments } from './invoice-commands.ts'
import { addOrderDeskCommands } from './order-desk-commands.ts'
import { addRefundCommands } from './refund-commands.ts'
import { addRemittanceCommand } from './remittance-command.ts'
import { addShippingCommands } from './shipping-commands.ts'
import { readableTime, table } from './table.ts'

/** `orders list|show|advance`, and the commands of shipping, refunds and documents. */
export function addOrderCommands(program: ShopCommand): void {
  const orders = program
    .command('orders')
    .description('orders: list, show, pack, ship, advance, cancel, refund, note, address')
  addOrders(orders)
  addOrderDeskCommands(orders)
  addShippingCommands(orders)
  addCarrierCommands(orders)
  addRefundCommands(orders)
  addRemittanceCommand(orders)
  addOrderDocuments(orders)
}

function addOrders(orders: ShopCommand): void {
  orders
    .command('list')
    .description('orders, newest first (orders to pack: oldest first)')
    .does('GET /orders')
    .example('orders list --stage to-pack', 'orders list --unpaid --limit 20')
    .addOption(new Option('--stage <stage>', 'only orders at this stage').choices(ORDER_STAGES))
    .option('--unpaid', 'include unpaid orders')
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & { stage?: OrderStage; unpaid?: boolean; limit: number }) =>
      withMigratedDatabase(async (context) => {
        const { limit, stage, unpaid = false } = options
        const list = await listOrders(context, { limit, unpaid, stage })
        printList(list, options, 'No orders.', () => orderTable(list))
        if (list.length === limit) printError(`Only the first ${limit} are shown; --limit shows more.`)
      }),
    )
  orders
    .command('show <order>')
    .description('one order, by its number or id: address, lines, money, history')
    .does('GET /orders/{id}')
    .example('orders show FS-10482')
    .action((orderId: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const order = await showOrder(context, orderId)
        if (!order) throw new CommandError(`There is no paid order ${orderId}.`)
        const notes = await findOrderNotes(context, order._id)
        printResult({ ...order, ...notes }, options, () => orderLines({ ...order, ...notes }))
      }),
    )
  orders
    .command('advance <order>')
    .description('advance an order, by its number or id, to its next status: ordered, packaging, ontheway, delivered')
    .does('POST /orders/{id}/delivered')
    .example('orders advance ORDER_ID', 'orders advance ORDER_ID --at 2026-11-21T10:30')
    .option('--at <date>', `when it happened (default: now): ${TIME_HELP}`, parseTime)
    .option('--late', 'record a delivery even if its exchange days are over')
    .action((orderId: string, options: JsonOption & { at?: WrittenTime; late?: boolean }) =>
      withMigratedDatabase(async (context) => {
        const advanced = unwrap(
          await advanceOrder(context, orderId, options.at && { ...options.at, late: options.late }),
        )
        printResult(advanced, options, () => [`Order ${advanced.orderId} is now ${advanced.status}.`])
      }),
    )
}

function orderTable(list: Awaited<ReturnType<typeof listOrders>>): string[] {
  return table(
    ['order', 'date', 'status', 'to pack', 'total', 'refunded', 'to', 'what', 'id'],
    list.map((one) => [
      one.orderNumber,
      readableTime(one.created_at),
      statusOf(one),
      String(one.to_pack),
      formatPrice(toRupees(paise(one.total_paise))),
      one.refunded_paise > 0 ? formatPrice(toRupees(paise(one.refunded_paise))) : '-',
      [one.recipient, one.city].filter(Boolean).join(', '),
      one.lines > 1 ? `${one.product_name} and ${one.lines - 1} more` : one.product_name,
      one.id,
    ]),
  )
}

const DISPUTED: Readonly<Record<string, string>> = { under_review: 'dispute under review', lost: 'DISPUTE LOST' }

function statusOf({ status, state, capture_unconfirmed, total_paise, refunded_paise, dispute }: ListedOrder): string {
  const { status: disputed, respond_by } = dispute ?? {}
  const deadline = respond_by ? ` until ${readableTime(respond_by)}` : ''
  return [
    capture_unconfirmed ? 'payment unconfirmed' : (status ?? state),
    ...(refunded_paise >= total_paise && state === 'paid' && disputed !== 'lost' ? ['refunded'] : []),
    ...(disputed === undefined ? [] : [DISPUTED[disputed] ?? `DISPUTE${deadline}`]),
  ].join(', ')
}

/** Everything staff need to pack an order and answer questions about it. */
function orderLines(order: StaffOrder & OrderNotes): string[] {
  const { address, totals } = order
  return [
    `${order.orderNumber}  ${order.orderStatus}  ordered ${readableTime(order.orderedDate)}  (${order._id})`,
    ...(order.capture_unconfirmed ? ['The provider hasn’t confirmed the payment yet: don’t ship this order.'] : []),
    ...(order.disputes.some(({ status }) => status === 'lost') && order.cancelled === null
      ? [takenBackText(order.orderStatus === 'delivered')]
      : []),
    '',
    ...addressLines({ ...address, phoneNumber: '' }),
    ...(order.note === '' ? [] : [`for the courier: ${order.note}`]),
    ...(isPrintable(addressLines(address).join(''))
      ? []
      : ['Some characters of this address can’t be printed: slips and invoices show […] for them.']),
    `phone ${address.phoneNumber || 'not given'}, e-mail ${address.email || order.email || 'not given'}`,
    '',
    ...table(
      ['SKU', 'pieces', 'cancelled', 'to pack', 'product', 'colour', 'size', 'place'],
      order.lines.map((line) => [
        line.sku,
        String(line.quantity),
        String(line.cancelled),
        String(order.to_pack > 0 ? line.unshipped : 0),
        line.name,
        line.color,
        line.size,
        line.place ?? '-',
      ]),
    ),
    '',
    `goods ${formatPrice(totals.goods)}, ${order.discounts.map(({ name, amount }) => `${name} ${formatSigned(-amount)}, `).join('')}delivery ${formatPrice(totals.delivery)}, ${taxText(totals)}, total ${formatPrice(totals.total)}${order.credit > 0 ? `, ${formatPrice(order.credit)} of it by store credit` : ''}`,
    ...(order.invoice === null ? [] : [`document ${order.invoice}  (orders invoice ${order.orderNumber} --out FILE)`]),
    ...order.refundNotes.map(refundLine),
    ...(order.cancelled ? [`cancelled by the ${order.cancelled.by}: ${order.cancelled.reason}`] : []),
    ...order.disputes.map(
      ({ id, status, amount_paise, reason, respond_by }) =>
        `DISPUTE ${id}  ${status}  ${formatPrice(toRupees(paise(amount_paise)))}  ${reason}${respond_by ? `, respond at the provider by ${readableTime(respond_by)}` : ''}`,
    ),
    ...order.shipments.map(
      ({ carrier, number, url, shippedDate, outForDeliveryDate }) =>
        `parcel ${carrier} ${number}  shipped ${readableTime(shippedDate)}${outForDeliveryDate ? `, out for delivery ${readableTime(outForDeliveryDate)}` : ''}${url ? `  ${url}` : ''}`,
    ),
    ...(order.deliveredDate ? [] : [`expected by ${readableTime(order.estimatedDate).split(',', 1)[0]}`]),
    '',
    ...order.timeline.map(({ at, what }) => `${readableTime(at)}  ${what}`),
  ]
}

function taxText({ tax, taxIncluded }: StaffOrder['totals']): string {
  return taxIncluded > 0 ? `GST included ${formatPrice(taxIncluded)}` : `tax ${formatPrice(tax)}`
}

/** A refund with the id and number that its credit note is printed by, and why it was made. */
function refundLine({
  id,
  amount_paise,
  state,
  source,
  target,
  reference,
  note,
  created_at,
  done_at,
  credit_note,
}: RefundNote): string {
  const why = source === 'provider' ? 'made at the payment provider' : note
  return [
    `refund ${formatPrice(toRupees(paise(amount_paise)))}  ${state}  ${readableTime(done_at ?? created_at)}  ${id}`,
    ...(target === 'credit' ? ['as store credit'] : target === 'bank' ? [`transferred, ${reference}`] : []),
    ...(why ? [why] : []),
    ...(credit_note ? [`credit note ${credit_note}`] : []),
  ].join('  ')
}

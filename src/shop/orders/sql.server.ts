import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { type Paise, toRupees } from '#platform/money.ts'
import { pictureOf } from '../cart/sql.server.ts'
import { taxWithin } from '../pricing/rules.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import { type BoughtProduct, rupees, type StageTimes, stageDates, toLineProduct } from './bought-product.ts'
import type { Exchange, Order, OrderLine, OrderRefund, Shipment } from './contract.ts'
import { listExchangesWhere } from './exchange-sql.server.ts'
import { type DeliveryMoney, dueInCash, exchangeUntil, orderNumber, paidForDelivery, paidForLine } from './rules.ts'
import { supplyOf } from './supply.server.ts'
import type { OrderLineRow, OrderRow, StoredDiscount } from './tables.server.ts'

type Db = Kysely<Tables>

/** SQL: orders visible to their customer: paid, or to be paid at the door. Some have been cancelled since. */
const placed = sql`o.status is not null`

/** Whom mails about the order `o` of customer `c` go to: their account, else what was typed with the address. */
export const orderEmail = sql`coalesce(c.email, nullif(o.address ->> 'email', ''))`

/** The customer's paid orders, newest first, with their lines and exchanges. */
export function listPaidOrders(db: Db, customer: CustomerId, settings: Settings): Promise<Order[]> {
  return listOrdersWhere(db, settings, sql`o.customer_id = ${customer} and ${placed}`)
}

/** A paid order of any customer, or null. */
export async function findAnyPaidOrder(db: Db, orderId: string, settings: Settings): Promise<Order | null> {
  const [order] = await listOrdersWhere(db, settings, sql`o.id = ${orderId} and ${placed}`)
  return order ?? null
}

/** The state of a customer's order, paid or not, or null if they have no such order. */
export async function findOrderState(
  db: Db,
  customer: CustomerId,
  orderId: string,
): Promise<Pick<Selectable<OrderRow>, 'state' | 'status' | 'total_paise' | 'payment_id'> | null> {
  const row = await db
    .selectFrom('orders')
    .select(['state', 'status', 'total_paise', 'payment_id'])
    .where('id', '=', orderId)
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return row ?? null
}

/** SQL: the payments of an order `o` that count: its own, and those for dearer replacements. */
const paymentsOfOrder = sql`(select o.payment_id union all select e.difference_payment_id from exchanges e where e.order_id = o.id)`

/** SQL: what went back of the payments of an order `o` as its customer sees it: refunds but withdrawn ones, and what their bank took. */
const refundsOfOrder = sql`(
  select coalesce(json_agg(x.item order by x.created_at, x.id), '[]') from (
    select r.id, r.created_at, json_build_object('amount', r.amount_paise / 100.0, 'date', to_char(coalesce(r.done_at, r.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'state', case r.state when 'done' then 'processed' when 'failed' then 'failed' else 'pending' end, 'to', r.target,
    'creditNote', (select n.refund_id from credit_notes n where n.refund_id = r.id)) as item
    from refunds r where r.order_id = o.id and r.payment_id in ${paymentsOfOrder} and r.state <> 'withdrawn' and r.amount_paise > 0
    union all
    select r.id || ' credit', r.created_at, json_build_object('amount', r.credit_paise / 100.0, 'date', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'state', 'processed', 'to', 'credit', 'creditNote', (select n.refund_id from credit_notes n where n.refund_id = r.id and r.amount_paise = 0))
    from refunds r where r.order_id = o.id and r.credit_paise > 0
    union all
    select d.id, d.decided_at, json_build_object('amount', d.amount_paise / 100.0,
      'date', to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'state', 'processed', 'to', 'source', 'creditNote', null)
    from disputes d where d.order_id = o.id and d.payment_id in ${paymentsOfOrder} and d.status = 'lost') x)`

/** The parts are read side by side, not one after the other for the ids. `where` is a condition on `orders o`. */
async function listOrdersWhere(db: Db, settings: Settings, where: RawBuilder<unknown>): Promise<Order[]> {
  const ids = sql`(select o.id from orders o where ${where})`
  const [orders, lines, exchanges, shipments] = await Promise.all([
    listRows(db, where),
    listLines(db, ids),
    listExchangesWhere(db, sql`e.order_id in ${ids}`),
    listShipments(db, ids),
  ])
  return orders.map((order) =>
    toOrder(
      order,
      settings,
      lines.filter((line) => line.order_id === order.id),
      exchanges.filter((exchange) => exchange.orderId === order.id),
      shipments.filter((shipment) => shipment.order_id === order.id).map(toShipment),
    ),
  )
}

async function listRows(db: Db, where: RawBuilder<unknown>): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderRecord>`
    select o.id, o.number, o.state, o.payment_id, o.total_paise, o.goods_paise, o.delivery_paise, o.tax_paise, o.discounts, o.delivery_discount_paise,
      o.cash_fee_paise, o.credit_paise, o.note, o.gstin, o.address, o.payment_method, o.paid_at,
      o.estimated_at, o.status, o.packaging_at, o.ontheway_at, o.delivered_at, o.exchange_days, o.cancelled_at,
      o.prices_include_tax, ${refundsOfOrder} as refunds,
      (select n.refund_id from credit_notes n where n.order_id = o.id and o.payment_id is null) as closing_note
    from orders o where ${where} order by o.paid_at desc, o.id`.execute(db)
  return rows
}

/** Name and price are those of the purchase; pictures are the product's current ones, as their URLs may change. */
async function listLines(db: Db, orderIds: RawBuilder<unknown>): Promise<LineRecord[]> {
  const { rows } = await sql<LineRecord>`
    select l.id, l.order_id, l.product_id, l.name, l.price_paise, l.discount_paise, l.color, l.size, l.quantity, l.tax_percent, l.cancelled, l.exchange_days,
      v.unshipped,
      coalesce(p.pictures, l.pictures) as pictures
    from order_lines l join line_pieces v on v.order_line_id = l.id left join products p on p.id = l.product_id
    where l.order_id in ${orderIds} order by l.position`.execute(db)
  return rows
}

/** The parcels of the orders, oldest first, without those that came back and were sent again. */
async function listShipments(db: Db, orderIds: RawBuilder<unknown>): Promise<ShipmentRecord[]> {
  const { rows } = await sql<ShipmentRecord>`
    select s.order_id, s.carrier, s.tracking_number, s.url, s.shipped_at, s.out_for_delivery_at,
      (select jsonb_agg(jsonb_build_object('lineId', l.id, 'quantity', sl.quantity) order by l.position)
        from shipment_lines sl join order_lines l on l.id = sl.order_line_id where sl.shipment_id = s.id) as pieces
    from shipments s where s.order_id in ${orderIds}
      and not exists (select from shipment_lines x where x.shipment_id = s.id and x.resent) order by s.shipped_at, s.id`.execute(
    db,
  )
  return rows
}

type OrderColumns =
  | ('id' | 'number' | 'total_paise' | 'goods_paise' | 'delivery_paise' | 'tax_paise' | 'address' | 'payment_method')
  | (
      | 'exchange_days'
      | 'cancelled_at'
      | 'prices_include_tax'
      | 'delivery_discount_paise'
      | 'cash_fee_paise'
      | 'credit_paise'
    )
  | ('discounts' | 'note' | 'gstin' | 'state' | 'payment_id')

interface OrderRecord extends StageTimes, Pick<Selectable<OrderRow>, OrderColumns> {
  paid_at: Date
  estimated_at: Date
  refunds: OrderRefund[]
  closing_note: string | null
}

type LineColumns =
  | ('id' | 'order_id' | 'color' | 'size' | 'quantity' | 'cancelled' | 'tax_percent' | 'discount_paise')
  | 'exchange_days'

interface LineRecord extends BoughtProduct, Pick<Selectable<OrderLineRow>, LineColumns> {
  unshipped: number
}

interface ShipmentRecord {
  order_id: string
  carrier: string
  tracking_number: string
  url: string | null
  shipped_at: Date
  out_for_delivery_at: Date | null
  pieces: Shipment['pieces']
}

function toShipment(row: ShipmentRecord): Shipment {
  return {
    carrier: row.carrier,
    number: row.tracking_number,
    url: row.url,
    shippedDate: row.shipped_at.toISOString(),
    outForDeliveryDate: row.out_for_delivery_at?.toISOString() ?? null,
    pieces: row.pieces,
  }
}

function toOrder(
  row: OrderRecord,
  settings: Settings,
  lines: readonly LineRecord[],
  exchanges: Exchange[],
  shipments: Shipment[],
): Order {
  const newest = shipments.at(-1)
  const unshipped = lines
    .map((line) => ({ lineId: line.id, quantity: line.unshipped }))
    .filter(({ quantity }) => quantity > 0)
  return {
    _id: row.id,
    orderNumber: orderNumber(row.number, settings),
    orderedDate: row.paid_at.toISOString(),
    estimatedDate: row.estimated_at.toISOString(),
    deliveredDate: row.delivered_at?.toISOString() ?? null,
    orderStatus: row.cancelled_at ? 'cancelled' : row.status,
    statusDates: stageDates(row.paid_at, row),
    cancelledDate: row.cancelled_at?.toISOString() ?? null,
    refunds: row.refunds,
    closingNote: row.closing_note,
    paymentMethod: row.payment_method,
    totalPrice: rupees(row.total_paise),
    totals: {
      goods: rupees(row.goods_paise),
      delivery: rupees(row.delivery_paise),
      tax: rupees(row.tax_paise),
      total: rupees(row.total_paise),
      taxIncluded: row.prices_include_tax ? toRupees(taxIncludedIn({ ...row, lines }, settings)) : 0,
    },
    discounts: shownDiscounts(row.discounts),
    cashFee: rupees(row.cash_fee_paise),
    credit: rupees(row.credit_paise),
    toConfirm: row.state === 'to_confirm',
    payment: paymentOf(row),
    note: row.note,
    gstin: row.gstin,
    productName: lines[0]?.name ?? '',
    productDetails: lines.map(toOrderLine),
    exchanges,
    exchangeDays: row.exchange_days,
    exchangeUntil: row.delivered_at ? exchangeUntil(row.delivered_at, row.exchange_days).toISOString() : null,
    address: { ...row.address, phone2: row.address.phone2 ?? '' },
    tracking: newest ? { carrier: newest.carrier, number: newest.number, url: newest.url } : null,
    shipments,
    stillToShip: newest && row.status === 'ontheway' ? unshipped : [],
  }
}

/** How an order is paid. A prepaid one stays `received`, whatever was given back. */
function paymentOf(
  row: Pick<OrderRecord, 'state' | 'payment_id' | 'payment_method' | 'total_paise' | 'credit_paise'>,
): Order['payment'] {
  const due = dueInCash(row)
  return {
    method: row.payment_method === 'cash' ? 'cash' : 'online',
    due: rupees(due),
    state: row.payment_id !== null ? 'received' : due > 0 ? 'due' : 'cancelled',
  }
}

/** An order's discounts, in rupees. */
export function shownDiscounts(discounts: readonly StoredDiscount[]): Order['discounts'] {
  return discounts.map((discount) => ({ ...discount, amount: rupees(discount.amount) }))
}

type TaxedLine = Pick<LineRecord, 'price_paise' | 'quantity' | 'tax_percent' | 'discount_paise'>

/** The tax inside the total, calculated from the stored rates as at the purchase, like the invoice's. */
export function taxIncludedIn(
  order: DeliveryMoney & Pick<OrderRecord, 'address'> & { lines: readonly TaxedLine[] },
  settings: Settings,
): Paise {
  const { interstate } = supplyOf(order.address, settings)
  const goods = order.lines.map((line) => ({ amount: paidForLine(line), percent: line.tax_percent }))
  return taxWithin(goods, paidForDelivery(order), interstate ? 1 : 2)
}

function toOrderLine(row: LineRecord): OrderLine {
  return {
    _id: row.id,
    productId: toLineProduct(row),
    color: row.color,
    size: row.size,
    quantity: row.quantity,
    discount: rupees(row.discount_paise),
    cancelled: row.cancelled,
    picture: pictureOf(row.pictures, row.color),
    ...(row.exchange_days === null ? {} : { exchangeDays: row.exchange_days }),
  }
}

import { BYTE_ORDER_MARK, csvLine } from '#platform/csv.ts'
import { indianTimestamp } from '#platform/india-time.ts'
import { paise, toRupees } from '#platform/money.ts'
import { rupees } from '../orders/bought-product.ts'
import { isStanding, itemCount, orderNumber } from '../orders/rules.ts'
import { taxIncludedIn } from '../orders/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Shop } from '../shop.server.ts'
import { CARRIER_FILES, type CarrierFormat } from './carrier-columns.ts'
import { type ExportedOrder, listExportedOrders } from './export-sql.server.ts'

export const EXPORT_FORMATS = ['shop', 'shiprocket', 'delhivery', 'indiapost'] as const satisfies (
  | 'shop'
  | CarrierFormat
)[]
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * The orders paid in a period (`to` is exclusive) as lines of CSV. The shop's own format has one line per order, with
 * times of India, and begins with a byte order mark for spreadsheets. Its
 * empty columns carrier, tracking and url can be filled in and imported. A carrier's format has only what is to be
 * packed, in the columns of its bulk upload; `withMoney` says whether with prices.
 */
export async function exportOrders(
  { db, settings: current }: Pick<Shop, 'db' | 'settings'>,
  {
    from = null,
    to = null,
    format = 'shop',
    withMoney = true,
  }: { from?: Date | null; to?: Date | null; format?: ExportFormat; withMoney?: boolean },
): Promise<string[]> {
  const settings = current()
  const orders = await listExportedOrders(db, { from, to })
  if (format === 'shop') {
    const [titles, ...rows] = csvOf(
      SHOP_COLUMNS,
      orders.map((order) => ({ order, settings })),
    )
    return [`${BYTE_ORDER_MARK}${titles}`, ...rows]
  }
  const { columns, perLine } = CARRIER_FILES[format]
  const parts = orders.flatMap((order) => {
    const lines = linesToPack(order)
    return (perLine ? lines : lines.slice(0, 1)).map((line, index) => ({ order, line, index }))
  })
  return csvOf(
    columns,
    parts.map((part, index) => ({
      ...part,
      rowNumber: index + 1,
      orderNumber: orderNumber(part.order.number, settings),
      settings,
      withMoney,
      phone: mobileNumber(part.order.address.phoneNumber),
    })),
  )
}

type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>

function csvOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string[] {
  const cells = Object.values(columns)
  return [Object.keys(columns), ...rows.map((row) => cells.map((cellOf) => cellOf(row)))].map(csvLine)
}

/** The columns of the shop's own format, in order. */
const SHOP_COLUMNS: Columns<{ order: ExportedOrder; settings: Settings }> = {
  order: ({ order, settings }) => orderNumber(order.number, settings),
  id: ({ order }) => order.id,
  date: ({ order }) => indianTimestamp(order.paid_at),
  status: ({ order: { capture_unconfirmed, state, status } }) =>
    capture_unconfirmed ? 'payment unconfirmed' : isStanding(state) ? status : state,
  name: ({ order: { address } }) => `${address.firstName} ${address.lastName}`.trim(),
  email: ({ order }) => order.address.email || (order.email ?? ''),
  phone: ({ order }) => order.address.phoneNumber,
  street: ({ order }) => order.address.streetAddress,
  city: ({ order }) => order.address.townCity,
  state: ({ order }) => order.address.state,
  pin: ({ order }) => order.address.zipCode,
  country: ({ order }) => order.address.country,
  items: ({ order: { lines } }) =>
    lines.map((line) => `${line.quantity} × ${line.sku} ${line.name} (${line.color}, ${line.size})`).join('; '),
  pieces: ({ order }) => itemCount(order.lines),
  goods: ({ order }) => rupees(order.goods_paise),
  discount: ({ order }) => rupees(order.discount_paise + order.delivery_discount_paise),
  delivery: ({ order }) => rupees(order.delivery_paise),
  cashFee: ({ order }) => rupees(order.cash_fee_paise),
  tax: ({ order }) => rupees(order.tax_paise),
  taxIncluded: ({ order, settings }) => toRupees(order.prices_include_tax ? taxIncludedIn(order, settings) : paise(0)),
  total: ({ order }) => rupees(order.total_paise),
  refunded: ({ order }) => rupees(order.refunded_paise),
  payment: ({ order }) => order.payment_method,
  carrier: ({ order }) => order.carrier ?? '',
  tracking: ({ order }) => order.tracking_number ?? '',
  url: ({ order }) => order.url ?? '',
}

/** The lines of an order to pack. `quantity` is the number to pack of each. */
function linesToPack({ to_pack, lines }: ExportedOrder): ExportedOrder['lines'] {
  return lines.flatMap((line) => (to_pack && line.unshipped > 0 ? [{ ...line, quantity: line.unshipped }] : []))
}

/** Ten digits, the carriers' format of an Indian mobile number. Another number stays as given. */
export function mobileNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '')
  return digits.length === 10 ? digits : phone
}

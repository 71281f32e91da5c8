import type { Kysely } from 'kysely'
import { csvLine } from '../imports/csv.server.ts'
import { rupees } from '../orders/records.server.ts'
import { itemCount, orderNumber } from '../orders/rules.ts'
import type { Settings } from '../settings/rules.ts'
import { readSettings } from '../settings/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { CARRIER_COLUMNS, type CarrierFormat } from './carrier-columns.ts'
import { type ExportedOrder, listExportedOrders } from './export-store.server.ts'

export const EXPORT_FORMATS = ['shop', 'shiprocket', 'delhivery', 'indiapost'] as const satisfies (
  | 'shop'
  | CarrierFormat
)[]
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * The orders paid in a period as lines of CSV, `to` exclusive. The shop's own format has an order a line; the empty columns carrier,
 * tracking and url can be filled in and imported. A carrier's format has only what is to pack, in the columns that its bulk
 * upload takes.
 */
export async function exportOrders(
  db: Kysely<Tables>,
  { from = null, to = null, format = 'shop' }: { from?: Date | null; to?: Date | null; format?: ExportFormat },
): Promise<string[]> {
  const [orders, settings] = await Promise.all([listExportedOrders(db, { from, to }), readSettings(db)])
  if (format === 'shop') {
    const cells = Object.values(SHOP_COLUMNS)
    const rows = orders.map((order) => cells.map((cellOf) => cellOf(order, settings)))
    return [Object.keys(SHOP_COLUMNS), ...rows].map(csvLine)
  }
  const { columns, perLine, cellsOf } = CARRIER_COLUMNS[format]
  const parts = orders.flatMap((order) => {
    const lines = linesToPack(order)
    return (perLine ? lines : lines.slice(0, 1)).map((line, index) => ({ order, line, index }))
  })
  const rows = parts.map((part, index) =>
    cellsOf({
      ...part,
      rowNumber: index + 1,
      orderNumber: orderNumber(part.order.number, settings),
      settings,
      phone: mobileNumber(part.order.address.phoneNumber),
    }),
  )
  return [csvLine(columns), ...rows.map((cells) => csvLine(columns.map((column) => cells[column] ?? '')))]
}

/** The columns of the shop's own format, in order. */
const SHOP_COLUMNS: Readonly<Record<string, (order: ExportedOrder, settings: Settings) => string | number>> = {
  order: ({ number }, settings) => orderNumber(number, settings),
  id: ({ id }) => id,
  date: ({ paid_at }) => paid_at.toISOString(),
  status: ({ capture_unconfirmed, state, status }) =>
    capture_unconfirmed ? 'payment unconfirmed' : state === 'paid' ? status : state,
  name: ({ address }) => `${address.firstName} ${address.lastName}`.trim(),
  email: ({ address, email }) => address.email || (email ?? ''),
  phone: ({ address }) => address.phoneNumber,
  street: ({ address }) => address.streetAddress,
  city: ({ address }) => address.townCity,
  state: ({ address }) => address.state,
  pin: ({ address }) => address.zipCode,
  country: ({ address }) => address.country,
  items: ({ lines }) =>
    lines.map((line) => `${line.quantity} × ${line.sku} ${line.name} (${line.color}, ${line.size})`).join('; '),
  pieces: ({ lines }) => itemCount(lines),
  goods: (order) => rupees(order.goods_paise),
  delivery: (order) => rupees(order.delivery_paise),
  tax: (order) => rupees(order.tax_paise),
  total: (order) => rupees(order.total_paise),
  payment: (order) => order.payment_method,
  carrier: (order) => order.carrier ?? '',
  tracking: (order) => order.tracking_number ?? '',
  url: (order) => order.url ?? '',
}

/** The lines of an order that are to pack; `quantity` is what of each is. */
function linesToPack({ to_pack, lines }: ExportedOrder): ExportedOrder['lines'] {
  return lines.flatMap((line) => (to_pack && line.unshipped > 0 ? [{ ...line, quantity: line.unshipped }] : []))
}

/** Ten digits, as carriers take an Indian mobile number; another number as it was given. */
function mobileNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '')
  return digits.length === 10 ? digits : phone
}

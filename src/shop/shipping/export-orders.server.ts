import type { Kysely } from 'kysely'
import { csvLine } from '#platform/csv.ts'
import { paise, toRupees } from '#platform/money.ts'
import { orderNumber } from '../orders/rules.ts'
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
 * Paid orders of a time as lines of CSV, `to` exclusive. The shop's own format has an order a line; the empty columns carrier,
 * tracking and url can be filled in and imported. A carrier's format has only what is to pack, in the columns that its bulk
 * upload takes.
 */
export async function exportOrders(
  db: Kysely<Tables>,
  { from = null, to = null, format = 'shop' }: { from?: Date | null; to?: Date | null; format?: ExportFormat },
): Promise<string[]> {
  const [orders, settings] = await Promise.all([listExportedOrders(db, { from, to }), readSettings(db)])
  if (format === 'shop') {
    const rows = orders.map((order) => ownRow(order, settings))
    return [csvLine(OWN_COLUMNS), ...rows.map((row) => csvLine(OWN_COLUMNS.map((column) => row[column])))]
  }
  const { columns, perLine, rowOf } = CARRIER_COLUMNS[format]
  const rows = orders.flatMap((order) => {
    const lines = linesToPack(order)
    return (perLine ? lines : lines.slice(0, 1)).map((line, index) => ({ order, lines, line, index }))
  })
  const described = rows.map((row, index) =>
    rowOf({
      ...row,
      row: index + 1,
      number: orderNumber(row.order.number, settings),
      settings,
      phone: mobileNumber(row.order.address.phoneNumber),
    }),
  )
  return [csvLine(columns), ...described.map((row) => csvLine(columns.map((column) => row[column] ?? '')))]
}

const OWN_COLUMNS = [
  'order',
  'id',
  'date',
  'status',
  'name',
  'email',
  'phone',
  'street',
  'city',
  'state',
  'pin',
  'country',
  'items',
  'pieces',
  'goods',
  'delivery',
  'tax',
  'total',
  'payment',
  'carrier',
  'tracking',
  'url',
] as const

function ownRow(order: ExportedOrder, settings: Settings): Record<(typeof OWN_COLUMNS)[number], string | number> {
  const { address, lines } = order
  return {
    order: orderNumber(order.number, settings),
    id: order.id,
    date: order.paid_at.toISOString(),
    status: order.capture_unconfirmed ? 'payment unconfirmed' : order.state === 'paid' ? order.status : order.state,
    name: `${address.firstName} ${address.lastName}`.trim(),
    email: address.email || (order.email ?? ''),
    phone: address.phoneNumber,
    street: address.streetAddress,
    city: address.townCity,
    state: address.state,
    pin: address.zipCode,
    country: address.country,
    items: lines.map((line) => `${line.quantity} × ${line.sku} ${line.name} (${line.color}, ${line.size})`).join('; '),
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    goods: rupees(order.goods_paise),
    delivery: rupees(order.delivery_paise),
    tax: rupees(order.tax_paise),
    total: rupees(order.total_paise),
    payment: order.payment_method,
    carrier: order.carrier ?? '',
    tracking: order.tracking_number ?? '',
    url: order.url ?? '',
  }
}

/** What of an order is to pack, with the number of pieces that are. */
function linesToPack({ to_pack, lines }: ExportedOrder): ExportedOrder['lines'] {
  return lines.flatMap((line) => (to_pack && line.unshipped > 0 ? [{ ...line, quantity: line.unshipped }] : []))
}

/** Ten digits, as carriers take an Indian mobile number; another number as it was given. */
function mobileNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '')
  return digits.length === 10 ? digits : phone
}

function rupees(amount: number): number {
  return toRupees(paise(amount))
}

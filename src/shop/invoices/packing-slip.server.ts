import { ok, type Result, refuse } from '#platform/api/result.ts'
import type { Paise } from '#platform/money.ts'
import { type Paper, printPdf, type Sheet } from '#platform/pdf/print.server.ts'
import { inPrintingProcess } from '#platform/pdf/printing.server.ts'
import { isPrintable, OMITTED } from '#platform/pdf/scripts.server.ts'
import { collectText } from '../orders/collect-rules.ts'
import { addressLines, dueInCash, itemCount, orderNumber } from '../orders/rules.ts'
import { findOrderId } from '../orders/staff-sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Shop } from '../shop.server.ts'
import { findInvoicedOrders, type InvoicedOrder } from './sql.server.ts'

/** The margin and the text sizes of a slip, in points: the address, the shop's name, and everything else (`text`). */
const SIZES = {
  a4: { margin: 40, address: 14, text: 10, name: 16 },
  '4x6': { margin: 16, address: 11, text: 8, name: 11 },
} as const satisfies Record<Paper, object>

/**
 * Prints packing slips of orders, given by id or number and printed in that order, each on its own page, without
 * cancelled pieces. Refused: no such paid order; all pieces of one are cancelled.
 */
export async function printPackingSlips(
  context: Pick<Shop, 'db' | 'settings'>,
  references: readonly string[],
  paper: Paper,
): Promise<Result<PrintedSlips, 'not_found' | 'conflict'>> {
  const slips = await orderSlips(context, references)
  return slips.ok ? ok(await printSlips(slips.data, context.settings(), paper)) : slips
}

/** The packing slips of orders, as `printPackingSlips` prints them. */
export async function orderSlips(
  { db, settings: current }: Pick<Shop, 'db' | 'settings'>,
  references: readonly string[],
): Promise<Result<Slip[], 'not_found' | 'conflict'>> {
  const ids = await Promise.all(references.map((reference) => findOrderId(db, reference)))
  const found = [...new Set(ids.filter((id) => id !== null))]
  const settings = current()
  const orders = await findInvoicedOrders(db, found)
  const missing = references.filter((_, index) => orders.every((order) => order.id !== ids[index]))
  if (missing.length > 0) return refuse('not_found', `There is no paid order ${missing.join(', ')}.`)
  const toPack = orders.map((order) => ({ ...order, lines: remainingLines(order) }))
  const empty = toPack.filter(({ lines }) => lines.length === 0).map(({ number }) => orderNumber(number, settings))
  if (empty.length > 0) return refuse('conflict', `Nothing is left to pack of ${empty.join(', ')}.`)
  return ok(
    toPack.map(({ number, address, note, lines, ...order }) => ({
      title: `order ${orderNumber(number, settings)}`,
      barcode: orderNumber(number, settings),
      address,
      note,
      collect: dueInCash(order),
      lines,
    })),
  )
}

/** A document, and the titles of the slips in it that aren't complete. */
export interface PrintedSlips {
  file: Buffer
  omitted: string[]
}

/** What a parcel contains and where it goes. */
export interface Slip {
  /** Such as `order FS-10482`. */
  title: string
  /** The order's number, which opens the order when it's scanned. */
  barcode: string
  address: InvoicedOrder['address']
  /** The shopper's words for the courier, or empty. */
  note?: string
  /** What is collected at the door. */
  collect?: Paise
  lines: readonly Pick<InvoicedOrder['lines'][number], 'quantity' | 'name' | 'color' | 'size' | 'sku'>[]
}

/**
 * Prints packing slips, each on its own page. `omitted`: the titles of those some of whose characters can't be printed,
 * which the slips say.
 */
export async function printSlips(slips: readonly Slip[], settings: Settings, paper: Paper): Promise<PrintedSlips> {
  const file = await inPrintingProcess(import.meta.url, drawSlips, [slips, settings, paper])
  return { file, omitted: slips.filter(hasOmissions).map(({ title }) => title) }
}

/** Draws them; for the process that prints. */
export function drawSlips(slips: readonly Slip[], settings: Settings, paper: Paper): Promise<Buffer> {
  const about = { title: 'Packing slips', author: settings['shop.name'], date: new Date(), margin: SIZES[paper].margin }
  return printPdf({ ...about, paper }, (sheet) => {
    for (const [index, slip] of slips.entries()) {
      if (index > 0) sheet.newPage()
      drawSlip(sheet, slip, settings, SIZES[paper])
    }
  })
}

function hasOmissions({ address, note = '', lines }: Slip): boolean {
  return !isPrintable([...addressLines(address), note, ...lines.map(describe)].join(''))
}

const describe = ({ name, color, size }: Slip['lines'][number]) => `${name}, ${color}, ${size}`

function remainingLines({ lines }: InvoicedOrder): InvoicedOrder['lines'] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - line.cancelled }))
    .filter(({ quantity }) => quantity > 0)
}

function drawSlip(sheet: Sheet, slip: Slip, settings: Settings, { address, text, name }: (typeof SIZES)[Paper]): void {
  sheet.footer(`Packing slip, ${slip.title}`)
  const [first = '', ...rest] = addressLines(slip.address)
  sheet.text(settings['shop.name'], { size: name, bold: true })
  sheet.text(`From: ${settings['shop.address']}, ${settings['shop.phone']}`, { size: text - 1, grey: true })
  sheet.gap(text / 2)
  sheet.rule()
  sheet.gap(text / 2)
  sheet.text('Deliver to', { size: text, grey: true })
  sheet.text(first, { size: address, bold: true })
  sheet.text(rest.join('\n'), { size: address })
  if (slip.collect) sheet.text(collectText(slip.collect), { size: address, bold: true })
  if (slip.note) sheet.text(slip.note, { size: text, bold: true })
  sheet.gap(text)
  const half = (sheet.right - sheet.left) / 2
  sheet.columns(
    () => sheet.text(`Packing slip for ${slip.title}`, { size: text, bold: true, width: half }),
    () => sheet.barcode(slip.barcode, { height: text * 3.5, x: sheet.left + half, width: half, align: 'right' }),
  )
  sheet.gap(text / 2)
  sheet.table<Slip['lines'][number]>(
    [
      { title: 'Qty', width: text * 3, align: 'right', text: ({ quantity }) => String(quantity) },
      { title: 'Item', text: describe },
      { title: 'SKU', width: text * 11, text: ({ sku }) => sku },
    ],
    slip.lines,
    { size: text },
  )
  sheet.gap(text / 2)
  const pieces = itemCount(slip.lines)
  sheet.text(pieces === 1 ? '1 piece' : `${pieces} pieces`, { size: text, bold: true })
  if (!hasOmissions(slip)) return
  sheet.gap(text / 2)
  sheet.text(`${OMITTED} stands for characters that can’t be printed. “shop orders show” shows them.`, { size: text })
}

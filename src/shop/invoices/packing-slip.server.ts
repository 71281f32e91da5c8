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
import { findExchangeDays, findInvoicedOrders, type InvoicedOrder } from './sql.server.ts'

/** The margin and the text sizes of a slip, in points: its number, the address, the sizes of pieces, and everything else (`text`). */
const SIZES = {
  a4: { margin: 32, number: 18, address: 12, size: 20, text: 9 },
  '4x6': { margin: 16, number: 14, address: 11, size: 16, text: 8 },
} as const satisfies Record<Paper, object>

/** As many lines leave room for the address on half a page of A4. */
const LINES_OF_HALF = 5

/**
 * Prints packing slips of orders, given by id or number and printed in that order, without cancelled
 * pieces. Refused: no such paid order; all pieces of one are cancelled.
 */
export async function printPackingSlips(
  context: Pick<Shop, 'db'> & PrintContext,
  references: readonly string[],
  paper: Paper,
): Promise<Result<PrintedSlips, 'not_found' | 'conflict'>> {
  const slips = await orderSlips(context, references)
  return slips.ok ? ok(await printSlips(slips.data, context, paper)) : slips
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
  const days = await findExchangeDays(db, found)
  return ok(
    toPack.map(({ number, address, note, lines, ...order }) => ({
      title: `order ${orderNumber(number, settings)}`,
      barcode: orderNumber(number, settings),
      address,
      note,
      collect: dueInCash(order),
      exchangeDays: days.get(order.id) ?? [],
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
  /** In how many days after delivery its lines can be exchanged, each number once. None: a replacement can't be. */
  exchangeDays: readonly number[]
  lines: readonly Pick<InvoicedOrder['lines'][number], 'quantity' | 'name' | 'color' | 'size' | 'sku'>[]
}

/**
 * Prints packing slips: two on a page of A4, to cut apart, or each on a label. One with many lines has a page of its own. `omitted`: the titles
 * of those some of whose characters can't be printed, which the slips say.
 */
export async function printSlips(
  slips: readonly Slip[],
  { settings, config }: PrintContext,
  paper: Paper,
): Promise<PrintedSlips> {
  const orders = new URL('/my-orders', config.publicUrl).href
  const file = await inPrintingProcess(import.meta.url, drawSlips, [slips, settings(), paper, orders])
  return { file, omitted: slips.filter(hasOmissions).map(({ title }) => title) }
}

export type PrintContext = { settings: () => Settings; config: { publicUrl: string } }

/** Draws them; for the process that prints. `orders`: the address of the shopper's orders. */
export function drawSlips(slips: readonly Slip[], settings: Settings, paper: Paper, orders: string): Promise<Buffer> {
  const about = { title: 'Packing slips', author: settings['shop.name'], date: new Date(), margin: SIZES[paper].margin }
  const isHalf = ({ lines }: Slip) => paper === 'a4' && lines.length <= LINES_OF_HALF
  return printPdf({ ...about, paper }, (sheet) => {
    for (const [index, slip] of slips.entries()) {
      const before = slips[index - 1]
      if (before && !(isHalf(before) && isHalf(slip) && sheet.lowerHalf())) sheet.newPage()
      sheet.footer(isHalf(slip) ? '' : `Packing slip, ${slip.title}`)
      drawSlip(sheet, slip, { settings, orders, sizes: SIZES[paper] })
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

type Look = { settings: Settings; orders: string; sizes: (typeof SIZES)[Paper] }

function drawSlip(sheet: Sheet, slip: Slip, { settings, orders, sizes }: Look): void {
  const { text, number } = sizes
  const half = (sheet.right - sheet.left) / 2
  const right = { x: sheet.left + half, width: half, align: 'right' } as const
  sheet.columns(
    () => {
      sheet.text(settings['shop.name'], { size: text + 4, bold: true, width: half - text })
      sheet.text(`${settings['shop.address']}\n${settings['shop.phone']}`, {
        size: text - 1,
        grey: true,
        width: half - text,
      })
    },
    () => {
      sheet.text(`Packing slip for ${slip.title}`, { ...right, size: text - 1, grey: true })
      sheet.text(slip.barcode, { ...right, size: number, bold: true })
      sheet.gap(3)
      sheet.barcode(slip.barcode, { ...right, height: text * 3 })
    },
  )
  sheet.gap(text)
  drawAddress(sheet, slip, sizes)
  sheet.gap(text)
  for (const line of slip.lines) drawLine(sheet, line, sizes)
  sheet.rule()
  sheet.gap(text / 2)
  drawFoot(sheet, slip, { settings, orders, sizes })
}

function drawAddress(sheet: Sheet, { address, note, collect }: Slip, { text, address: size }: Look['sizes']): void {
  const [first = '', ...rest] = addressLines(address)
  const inside = { x: sheet.left + text, width: sheet.right - sheet.left - 2 * text }
  sheet.frame({ x: sheet.left, width: sheet.right - sheet.left, padding: text * 0.8 }, () => {
    sheet.text('Deliver to', { ...inside, size: text - 1, grey: true })
    sheet.text(first, { ...inside, size: size + 1, bold: true })
    sheet.text(rest.join('\n'), { ...inside, size })
    if (collect) sheet.text(collectText(collect), { ...inside, size: size + 1, bold: true })
    if (note) sheet.text(note, { ...inside, size: text, bold: true })
  })
}

/** A piece: a box to tick, its size as the biggest word, what it is, and how many if it's more than one. */
function drawLine(sheet: Sheet, line: Slip['lines'][number], { size, text }: Look['sizes']): void {
  const isShort = line.size.length <= 3
  const [sized, named, counted] = [sheet.left + text * 2, sheet.left + text * 9, sheet.right - text * 5]
  sheet.ensureSpace(size * 1.8)
  sheet.rule()
  sheet.gap(text / 2)
  sheet.columns(
    () => {
      sheet.gap(size / 4)
      sheet.tickBox({ x: sheet.left, side: text * 1.2 })
    },
    () => {
      if (!isShort) sheet.gap(size / 5)
      sheet.text(line.size, { x: sized, width: named - sized, size: isShort ? size : text + 3, bold: true })
    },
    () => {
      sheet.text(`${line.name}, ${line.color}`, { x: named, width: counted - named, size: text + 1, bold: true })
      sheet.text(line.sku, { x: named, width: counted - named, size: text - 1, grey: true })
    },
    () => {
      if (line.quantity > 1) sheet.text(`× ${line.quantity}`, { x: counted, align: 'right', size, bold: true })
    },
  )
  sheet.gap(text / 3)
}

/** How many pieces there are, and how one is exchanged. */
function drawFoot(sheet: Sheet, slip: Slip, { orders, sizes: { text } }: Look): void {
  const pieces = itemCount(slip.lines)
  const [days = 0, ...others] = slip.exchangeDays
  const side = text * 6
  const words = { x: sheet.left + side + text / 2, width: sheet.right - sheet.left - side - text / 2 }
  sheet.ensureSpace(side)
  sheet.text(pieces === 1 ? '1 piece' : `${pieces} pieces`, { size: text, bold: true })
  if (days > 0 || others.length > 0) {
    sheet.gap(text / 2)
    sheet.columns(
      () => {
        sheet.qrCode(orders, { x: sheet.left - 4, side })
        sheet.gap(side)
      },
      () => {
        sheet.gap(text)
        const until = others.length === 0 ? `Exchange it within ${days} days.` : 'My Orders says until when.'
        sheet.text(`Wrong size? ${until}`, { ...words, size: text, bold: true })
        sheet.text(orders.replace(/^https?:\/\//, ''), { ...words, size: text })
      },
    )
  }
  if (!hasOmissions(slip)) return
  sheet.gap(text / 2)
  sheet.text(`${OMITTED} stands for characters that can’t be printed. “shop orders show” shows them.`, { size: text })
}

import { ok, type Result, refuse } from '#platform/api/result.ts'
import { paise } from '#platform/money.ts'
import { type Paper, printPdf, type Sheet } from '#platform/pdf/print.server.ts'
import { inPrintingProcess } from '#platform/pdf/printing.server.ts'
import { orderSlips, type PrintedSlips, printSlips, type Slip } from '../invoices/packing-slip.server.ts'
import { findExchangeDays } from '../invoices/sql.server.ts'
import { orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { findPackRows } from './pack.server.ts'
import { findLabelled, type LabelRow, type PackRow } from './pack-sql.server.ts'

type Context = Pick<StaffContext, 'db' | 'settings' | 'config'>

/**
 * Prints the packing slips of a run in its order: of orders (ids or numbers) and of exchanges
 * (ids). A slip has the pieces that are still to pack; that of an order that has left has all of its pieces. Refused: no
 * such paid order.
 */
export async function printRunSlips(
  context: Context,
  references: readonly string[],
  paper: Paper,
): Promise<Result<PrintedSlips, 'not_found' | 'conflict'>> {
  const settings = context.settings()
  const slips: Slip[] = []
  const rows = await findPackRows(context, references)
  const days = await findExchangeDays(
    context.db,
    rows.map(({ row }) => row.order_id),
  )
  const printed = new Set<string>()
  for (const reference of references) {
    const matching = rows.filter((row) => row.matches(reference))
    for (const { row } of matching.filter(({ row }) => !printed.has(row.id))) {
      printed.add(row.id)
      const exchangeDays = row.is_exchange ? [] : (days.get(row.order_id) ?? [])
      slips.push({ ...slipOf(row, orderNumber(row.number, settings)), exchangeDays })
    }
    if (matching.length > 0) continue
    const left = await orderSlips(context, [reference])
    if (!left.ok) return refuse(left.code, left.message)
    slips.push(...left.data)
  }
  return ok(await printSlips(slips, context, paper))
}

function slipOf({ address, lines, is_exchange, collect }: PackRow, number: string): Omit<Slip, 'exchangeDays'> {
  return {
    title: is_exchange ? `exchange of order ${number}` : `order ${number}`,
    barcode: number,
    address,
    collect: paise(collect),
    lines: lines.map(({ count, ...line }) => ({ ...line, quantity: count })),
  }
}

/** Labels on a sheet of A4, 24 of 70 × 37 mm: three in a row. */
const LABEL = { columns: 3, rows: 8, width: 198.4, height: 104.9, padding: 12 } as const

/** Prints a label for each SKU, as often as it's given: what it is, and its barcode. Refused: no such SKU. */
export async function printLabels(
  { db, settings }: Context,
  skus: readonly string[],
): Promise<Result<Buffer, 'not_found'>> {
  const found = new Map((await findLabelled(db, [...new Set(skus)])).map((row) => [row.sku, row]))
  const missing = [...new Set(skus.filter((sku) => !found.has(sku)))]
  if (missing.length > 0) return refuse('not_found', `There is no SKU ${missing.join(', ')}.`)
  const rows = skus.map((sku) => found.get(sku)).filter((row) => row !== undefined)
  return ok(await inPrintingProcess(import.meta.url, drawLabels, [rows, settings()['shop.name']]))
}

/** Draws a sheet of labels; for the process that prints. */
export function drawLabels(rows: readonly LabelRow[], author: string): Promise<Buffer> {
  return printPdf({ title: 'Labels', author, date: new Date(), margin: 1, paper: 'a4' }, (sheet) => {
    for (const [index, row] of rows.entries()) {
      const place = index % (LABEL.columns * LABEL.rows)
      if (index > 0 && place === 0) sheet.newPage()
      drawLabel(sheet, row, {
        x: (place % LABEL.columns) * LABEL.width,
        y: Math.floor(place / LABEL.columns) * LABEL.height,
      })
    }
  })
}

function drawLabel(sheet: Sheet, { sku, name, color, size }: LabelRow, { x, y }: { x: number; y: number }): void {
  const inside = { x: x + LABEL.padding, width: LABEL.width - 2 * LABEL.padding }
  sheet.y = y + LABEL.padding
  sheet.text(shortened(name), { ...inside, size: 8, bold: true })
  sheet.text(shortened(`${color}, ${size}`), { ...inside, size: 8 })
  sheet.gap(3)
  sheet.barcode(sku, { ...inside, height: 32 })
  sheet.gap(2)
  sheet.text(shortened(sku), { ...inside, size: 8 })
}

/** One line of a label. */
function shortened(text: string): string {
  return text.length > 38 ? `${text.slice(0, 37)}…` : text
}

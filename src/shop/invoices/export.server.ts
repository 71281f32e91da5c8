import { csvLine } from '#platform/csv.ts'
import { indianDay } from '#platform/india-time.ts'
import { type Paise, paise, toRupees } from '#platform/money.ts'
import { ABROAD, stateName } from '../settings/state-rules.ts'
import type { Shop } from '../shop.server.ts'
import { type IssuedDocument, readMonth } from './issue.server.ts'
import { type InvoiceDocument, isRoundOff, sumLines, type TaxedLine } from './rules.ts'

/** A row's section, the columns of GSTR-1's sheets for sales to consumers, and those of its HSN summary. */
const COLUMNS = [
  'Section',
  'Document Type',
  'Document Number',
  'Document Date',
  'Original Invoice Number',
  'Original Invoice Date',
  'Document Value',
  'Place Of Supply',
  'Rate',
  'HSN',
  'UQC',
  'Quantity',
  'Taxable Value',
  'Integrated Tax Amount',
  'Central Tax Amount',
  'State/UT Tax Amount',
  'Cess Amount',
  'Order',
]

/** The portal's sheets for businesses, with the headings of its offline tool. Notes have positive amounts. */
const SHEETS = {
  b2b: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    'Place Of Supply',
    'Reverse Charge',
    'Applicable % of Tax Rate',
    'Invoice Type',
    'E-Commerce GSTIN',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  cdnr: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Note Number',
    'Note Date',
    'Note Type',
    'Place Of Supply',
    'Reverse Charge',
    'Note Supply Type',
    'Note Value',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
} as const

export type GstSheet = keyof typeof SHEETS

type Context = Pick<Shop, 'db' | 'settings'>

/** In paise: above this total an invoice to another state is listed separately (CGST notification 12/2024). */
const LARGE = 10_000_000

/**
 * The invoices, debit notes and credit notes of a month in India (2026-11) as CSV lines, one per document, rate and HSN code.
 * Amounts of credit notes are negative, so that sums are net.
 */
export async function* exportDocuments(context: Context, month: string): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const { issued, invoice } of readMonth(context, month))
    for (const row of rowsOf(issued, invoice)) yield csvLine(row)
}

/** A sheet for the portal's offline tool: the invoices of businesses (`b2b`) or their debit and credit notes (`cdnr`) of a month, a line per rate. */
export async function* exportSheet(context: Context, month: string, sheet: GstSheet): AsyncGenerator<string> {
  yield csvLine(SHEETS[sheet])
  const isNotes = sheet === 'cdnr'
  for await (const { issued, invoice } of readMonth(context, month, isNotes ? 'notes' : 'invoices'))
    if (sectionOf(invoice, isNotes) === sheet.toUpperCase())
      for (const row of sheetRows(issued, sheet)) yield csvLine(row)
}

function sheetRows(
  { number, issuedAt, address, adds, document }: IssuedDocument,
  sheet: GstSheet,
): (string | number)[][] {
  const name = `${address.firstName} ${address.lastName}`.trim()
  const head = [document.buyerGstin ?? '', name, number, gstDay(issuedAt)]
  const [value, place] = [toRupees(sumLines(document.lines).total), placeText(document)]
  const groups = Map.groupBy(
    document.lines.filter((line) => !isRoundOff(line) && line.total > 0),
    ({ percent }) => percent,
  )
  return [...groups].map(([percent, lines]) => [
    ...head,
    ...(sheet === 'b2b' ? [value, place, 'N', '', REGULAR, ''] : [adds ? 'D' : 'C', place, 'N', REGULAR, value, '']),
    percent,
    toRupees(sumLines(lines).taxable),
    0,
  ])
}

/** The portal's name for a sale to a business that is neither in a special zone nor a deemed export. */
const REGULAR = 'Regular B2B'

/** As `27-Maharashtra`; empty if unknown. */
function placeText({ placeOfSupply }: InvoiceDocument): string {
  return placeOfSupply === '' ? '' : `${placeOfSupply}-${stateName(placeOfSupply)}`
}

function rowsOf(issued: IssuedDocument, invoice: IssuedDocument): (string | number)[][] {
  const { number, issuedAt, orderNumber, credits, adds, document } = issued
  const against = credits ?? adds
  const sign = credits ? -1 : 1
  // `|| 0`, here and below: without it a credit note would have -0.
  const amount = (value: Paise) => toRupees(paise(sign * value)) || 0
  const taxable = document.lines.filter((line) => !isRoundOff(line))
  const groups = Map.groupBy(taxable, ({ percent, hsn }) => `${percent} ${hsn}`)
  return [...groups.values()].map((lines) => {
    const { percent = 0, hsn = '' } = lines[0] ?? {}
    const sums = sumLines(lines)
    return [
      sectionOf(invoice, against !== undefined),
      credits ? 'Credit note' : adds ? 'Debit note' : 'Invoice',
      number,
      gstDay(issuedAt),
      against?.invoice ?? '',
      against ? gstDay(against.invoicedAt) : '',
      amount(sumLines(document.lines).total),
      placeText(document),
      percent,
      hsn,
      hsn === '' ? '' : 'PCS-PIECES',
      sign * piecesOf(lines) || 0,
      ...[sums.taxable, sums.igst, sums.cgst, sums.sgst].map(amount),
      0,
      orderNumber,
    ]
  })
}

/** Delivery has no pieces: it's in the row of goods with the same rate and HSN code. */
function piecesOf(lines: readonly TaxedLine[]): number {
  return lines.reduce((sum, { quantity, price }) => sum + (price === null ? 0 : quantity), 0)
}

/** The return's section for a document, by the value of the invoice, which also decides for its notes. */
function sectionOf({ document }: IssuedDocument, isNote: boolean): string {
  const { seller, buyerGstin, placeOfSupply, lines } = document
  if (seller.gstin === '') return 'Receipt'
  const isAbroad = placeOfSupply === ABROAD
  if (buyerGstin !== undefined && !isAbroad) return isNote ? 'CDNR' : 'B2B'
  const isLarge = placeOfSupply !== seller.state && sumLines(lines).total > LARGE
  if (!isAbroad && !isLarge) return 'B2CS'
  if (isNote) return 'CDNUR'
  return isAbroad ? 'EXP' : 'B2CL'
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day in the format of GST returns: 23-Nov-2026. */
function gstDay(date: Date): string {
  const [year, month, day] = indianDay(date).split('-')
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`
}

import { paise, plainAmount } from '#platform/money.ts'
import { type Column, printPdf, type Sheet } from '#platform/pdf/print.server.ts'
import { inPrintingProcess } from '#platform/pdf/printing.server.ts'
import { isPrintable, OMITTED } from '#platform/pdf/scripts.server.ts'
import { formatDay } from '#platform/text/dates.ts'
import type { OrderAddress } from '../orders/contract.ts'
import { addressLines } from '../orders/rules.ts'
import { ABROAD, isUnionTerritory, stateName } from '../settings/state-rules.ts'
import { amountInWords, type InvoiceDocument, isRoundOff, sumLines, type TaxedLine } from './rules.ts'

/** A document to print: an invoice, a credit note for part of one, or a debit note beside one. */
export interface PrintedDocument {
  number: string
  issuedAt: Date
  orderId: string
  /** The number that customers see: FS-10482. */
  orderNumber: string
  address: OrderAddress
  document: InvoiceDocument
  /** Set for a debit note: the invoice that it adds to. */
  adds?: { invoice: string; invoicedAt: Date }
  /** Set for a credit note. */
  credits?: { invoice: string; invoicedAt: Date; reason: string }
}

/** The heading of a document. Without a GSTIN it can't be called a tax invoice (CGST Act, sections 31 and 32). */
export function documentTitle({
  document,
  credits,
  adds,
}: Pick<PrintedDocument, 'document' | 'credits' | 'adds'>): string {
  const isRegistered = document.seller.gstin !== ''
  if (adds) return isRegistered ? 'Debit Note' : 'Supplementary Receipt'
  if (credits) return isRegistered ? 'Credit Note' : 'Refund Receipt'
  return isRegistered ? 'Tax Invoice' : 'Receipt'
}

/** Prints an invoice, a debit note or a credit note. Without a GSTIN they're called receipts. */
export function printDocument(printed: PrintedDocument): Promise<Buffer> {
  return printDocuments([printed])
}

/** The same with several documents in one file, each on a page of its own. */
export function printDocuments(all: readonly [PrintedDocument, ...PrintedDocument[]]): Promise<Buffer> {
  return inPrintingProcess(import.meta.url, drawDocuments, [all])
}

/** Draws them; for the process that prints. */
export function drawDocuments(all: readonly [PrintedDocument, ...PrintedDocument[]]): Promise<Buffer> {
  const [{ issuedAt: date, document }] = all
  const about = { title: all.map(nameOf).join(', '), author: document.seller.legalName, date }
  return printPdf({ ...about, paper: 'a4', margin: 48 }, (sheet) => {
    for (const [index, printed] of all.entries()) {
      if (index > 0) sheet.newPage()
      sheet.footer(nameOf(printed))
      drawHead(sheet, printed, documentTitle(printed))
      drawParties(sheet, printed)
      drawLines(sheet, printed)
      drawTotals(sheet, printed)
      drawNotes(sheet, printed)
    }
  })
}

/** Such as `Tax Invoice INV/26-27/00001`. */
function nameOf(printed: PrintedDocument): string {
  return `${documentTitle(printed)} ${printed.number}`
}

const day = (date: Date) => formatDay(date.toISOString(), { dateStyle: 'medium' }, 'en-IN')

function drawHead(
  sheet: Sheet,
  { number, issuedAt, orderNumber, document, credits, adds }: PrintedDocument,
  title: string,
): void {
  const { seller } = document
  const half = (sheet.right - sheet.left) / 2
  // Narrow enough for an address to be two lines of about one length.
  const right = { x: sheet.right - 200, align: 'right' } as const
  sheet.columns(
    () => {
      sheet.gap(5)
      sheet.text(seller.shop, { size: 14, bold: true, ...right })
      sheet.gap(6)
      sheet.text([seller.legalName, seller.address].join('\n'), right)
      if (seller.gstin !== '') sheet.text(`GSTIN ${seller.gstin}`, { bold: true, ...right })
      sheet.text([seller.email, seller.phone].filter(Boolean).join('\n'), { grey: true, ...right })
    },
    () => {
      const width = half - 20
      sheet.text(title, { size: 22, bold: true, width })
      sheet.gap(6)
      sheet.text(`No. ${number}`, { bold: true, width })
      sheet.text(`Date ${day(issuedAt)}`, { grey: true, width })
      sheet.text(`Order ${orderNumber}`, { grey: true, width })
      const against = credits ?? adds
      if (against) sheet.text(`Against ${against.invoice} of ${day(against.invoicedAt)}`, { grey: true, width })
    },
  )
  sheet.gap(28)
}

function drawParties(sheet: Sheet, { address, document, credits }: PrintedDocument): void {
  const { buyerGstin, placeOfSupply, seller } = document
  const half = (sheet.right - sheet.left) / 2
  const facts = [
    ...(seller.gstin === ''
      ? []
      : [`Place of supply: ${stateName(placeOfSupply)} (${placeOfSupply})`, 'Tax payable on reverse charge: No']),
    ...(credits ? [`Reason: ${credits.reason}`] : []),
  ]
  sheet.columns(
    () => {
      const width = half - 10
      sheet.text('Billed and delivered to', { grey: true, width })
      sheet.gap(2)
      sheet.text(addressLines(address).join('\n'), { width })
      if (buyerGstin !== undefined) sheet.text(`GSTIN ${buyerGstin}`, { bold: true, width })
    },
    () => sheet.text(facts.join('\n'), { x: sheet.left + half, align: 'right' }),
  )
  sheet.gap(24)
}

function drawLines(sheet: Sheet, { document, credits, adds }: PrintedDocument): void {
  const lines = document.lines.filter((line) => !isRoundOff(line) && (!credits || line.total > 0))
  const isRegistered = document.seller.gstin !== ''
  const amount = (title: string, width: number, text: (line: TaxedLine) => string): Column<TaxedLine> => {
    return { title, width, align: 'right', text }
  }
  sheet.table<TaxedLine>(
    [
      { title: '#', width: 14, text: (line) => String(lines.indexOf(line) + 1) },
      { title: 'Item', text: ({ description }) => description },
      ...(isRegistered ? [{ title: 'HSN', width: 42, text: ({ hsn }: TaxedLine) => hsn }] : []),
      amount('Qty', 22, ({ quantity, price }) => ((price === null && !adds) || quantity === 0 ? '' : String(quantity))),
      ...(credits || adds
        ? []
        : [
            amount(document.pricesInclude && isRegistered ? 'Price incl. GST' : 'Price', 54, ({ price }) =>
              price === null ? '' : plainAmount(price),
            ),
          ]),
      ...(credits || lines.every(({ discount }) => !discount)
        ? []
        : [amount('Discount', 46, ({ discount }) => (discount ? plainAmount(discount) : ''))]),
      ...(isRegistered
        ? [
            amount('Taxable value', 56, ({ taxable }) => plainAmount(taxable)),
            amount('GST', 26, ({ percent }) => `${percent}%`),
            ...taxColumns(document).map(([name, key]) => amount(name, 46, (line) => plainAmount(line[key]))),
          ]
        : []),
      amount('Amount', 58, ({ total }) => plainAmount(total)),
    ],
    lines,
    // With the columns of the taxes there's less room.
    isRegistered ? {} : { size: 9 },
  )
  sheet.gap(10)
}

type TaxKey = 'cgst' | 'sgst' | 'igst'

/** The taxes of a document: one tax between states, or two halves within one. */
function taxColumns({ seller, placeOfSupply }: InvoiceDocument): [string, TaxKey][] {
  if (seller.state !== placeOfSupply) return [['IGST', 'igst']]
  return [
    ['CGST', 'cgst'],
    [isUnionTerritory(placeOfSupply) ? 'UTGST' : 'SGST', 'sgst'],
  ]
}

function drawTotals(sheet: Sheet, { document, credits }: PrintedDocument): void {
  const sums = sumLines(document.lines)
  const rows: [string, string][] =
    document.seller.gstin === ''
      ? []
      : [
          ['Taxable value', plainAmount(sums.taxable)],
          ...taxColumns(document).map(([name, key]): [string, string] => [name, plainAmount(sums[key])]),
          ...document.lines
            .filter((line) => isRoundOff(line) && line.total > 0)
            .map(({ description, total }): [string, string] => [description, plainAmount(total)]),
        ]
  const x = sheet.right - 230
  sheet.ensureSpace(20 * (rows.length + 4))
  const drawRow = ([label, value]: [string, string], bold: boolean) => {
    sheet.columns(
      () => sheet.text(label, { x: x + 10, width: 120, bold, ...size(bold) }),
      () =>
        sheet.text(value, {
          x: x + 130,
          width: sheet.right - x - 130 - (bold ? 10 : 0),
          align: 'right',
          bold,
          ...size(bold),
        }),
    )
    sheet.gap(5)
  }
  for (const row of rows) drawRow(row, false)
  // The total stands out, in a box with room around it.
  sheet.tint({ x, width: sheet.right - x, height: 28 })
  sheet.gap(7)
  drawRow([credits ? 'Total refunded' : 'Total paid', `₹${plainAmount(sums.total)}`], true)
  const { paidByCredit = paise(0) } = document
  sheet.gap(12)
  if (paidByCredit > 0) drawRow(['Paid by store credit', `₹${plainAmount(paidByCredit)}`], false)
  sheet.gap(6)
  sheet.text(amountInWords(sums.total), { grey: true })
}

/** The total is larger than the sums above it. */
const size = (isTotal: boolean) => (isTotal ? { size: 11 } : {})

/** True if a document shows `OMITTED` for some characters of the buyer's address or the items. */
export function hasOmissions({ address, document }: Pick<PrintedDocument, 'address' | 'document'>): boolean {
  return !isPrintable([...addressLines(address), ...document.lines.map(({ description }) => description)].join(''))
}

function drawNotes(sheet: Sheet, printed: PrintedDocument): void {
  const { document, credits, adds } = printed
  const { seller, lines, placeOfSupply, pricesInclude } = document
  const isRegistered = seller.gstin !== ''
  const hasDelivery = lines.some((line) => line.price === null && line.total > 0 && !isRoundOff(line))
  const notes = [
    'Amounts are in Indian rupees.',
    ...(isRegistered && hasDelivery && !pricesInclude && !credits && !adds
      ? ['Tax is added to the price of the goods; the delivery charge contains its tax.']
      : []),
    ...(isRegistered && (pricesInclude || adds) ? ['Prices and delivery contain their tax.'] : []),
    ...(isRegistered && placeOfSupply === ABROAD ? ['Supply meant for export on payment of integrated tax.'] : []),
    ...(isRegistered
      ? []
      : ['The seller is not registered under GST. This is not a tax invoice, and no input tax credit can be taken.']),
    'Issued electronically; it needs no signature.',
    ...(hasOmissions(printed) ? [`${OMITTED} stands for characters that this document can’t print.`] : []),
  ]
  sheet.gap(16)
  sheet.text(notes.join('\n'), { size: 8, grey: true })
}

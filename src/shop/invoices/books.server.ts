import { csvLine } from '#platform/csv.ts'
import { indianDay } from '#platform/india-time.ts'
import { type Paise, paise, toRupees } from '#platform/money.ts'
import { xmlElement as element } from '#platform/xml.server.ts'
import { ABROAD, stateLetters, stateName } from '../settings/state-rules.ts'
import type { Shop } from '../shop.server.ts'
import { type IssuedDocument, readMonth } from './issue.server.ts'
import { isRoundOff, sumLines, type TaxedLine } from './rules.ts'

type Context = Pick<Shop, 'db' | 'settings'>

/** The account of all buyers without a GSTIN. */
const CONSUMERS = 'Online customers'
const ROUND_OFF = 'Round off'

/** An amount of a voucher on one account, in paise: positive for a credit, negative for a debit. */
interface Entry {
  ledger: string
  /** The group that the account is made in, as Tally names its own. */
  group: 'Sales Accounts' | 'Duties & Taxes' | 'Indirect Expenses'
  amount: number
}

/**
 * A month's documents as Tally's XML: the accounts they need, then a voucher each, whose entries add up to 0. `REMOTEID` is
 * the document's number, so a file that is imported twice adds nothing. (Tally developer reference, "Understanding
 * integration: transactions".)
 */
export async function tallyVouchers(context: Context, month: string): Promise<string> {
  const ledgers = new Map<string, string>()
  const vouchers: string[] = []
  for await (const { issued } of readMonth(context, month)) {
    const entries = entriesOf(issued)
    const buyer = accountOf(issued)
    ledgers.set(buyer, buyerLedger(issued))
    for (const { ledger, group } of entries) ledgers.set(ledger, ledgerXml(ledger, element('PARENT', group)))
    vouchers.push(voucherXml(issued, buyer, entries))
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>',
    '<REQUESTDESC><REPORTNAME>All Masters</REPORTNAME></REQUESTDESC><REQUESTDATA>',
    ...[...ledgers.values(), ...vouchers].map(
      (message) => `<TALLYMESSAGE xmlns:UDF="TallyUDF">${message}</TALLYMESSAGE>`,
    ),
    '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>',
    '',
  ].join('\n')
}

/** Paise as 1234.50: accounting programs read no commas. */
const decimal = (amount: number) => toRupees(paise(amount)).toFixed(2)

/** A business has an account of its own. */
function accountOf({ address, document }: IssuedDocument): string {
  const { buyerGstin } = document
  return buyerGstin === undefined ? CONSUMERS : `${address.firstName} ${address.lastName} ${buyerGstin}`.trim()
}

function buyerLedger(issued: IssuedDocument): string {
  const { buyerGstin, placeOfSupply } = issued.document
  const registration =
    buyerGstin === undefined
      ? ''
      : element('PARTYGSTIN', buyerGstin) +
        element('GSTREGISTRATIONTYPE', 'Regular') +
        element('LEDSTATENAME', stateName(placeOfSupply))
  return ledgerXml(accountOf(issued), element('PARENT', 'Sundry Debtors') + registration)
}

function ledgerXml(name: string, fields: string): string {
  return `<LEDGER ACTION="Create">${element('NAME', name)}${fields}</LEDGER>`
}

/** The sales and taxes of a document by rate; a credit note takes them back. */
function entriesOf({ document: { lines }, credits }: IssuedDocument): Entry[] {
  const sign = credits ? -1 : 1
  const rates = Map.groupBy(
    lines.filter((line) => !isRoundOff(line)),
    ({ percent }) => percent,
  )
  const entries = [...rates].flatMap(([percent, some]): Entry[] => {
    const { taxable, cgst, sgst, igst } = sumLines(some)
    const tax = (name: string, rate: number, amount: Paise): Entry => {
      return { ledger: `Output ${name} ${rate}%`, group: 'Duties & Taxes', amount }
    }
    return [
      { ledger: `Online sales ${percent}%`, group: 'Sales Accounts', amount: taxable },
      tax('CGST', percent / 2, cgst),
      tax('SGST', percent / 2, sgst),
      tax('IGST', percent, igst),
    ]
  })
  const odd = sumLines(lines.filter(isRoundOff)).total
  return [...entries, { ledger: ROUND_OFF, group: 'Indirect Expenses', amount: odd } as const]
    .filter(({ amount }) => amount !== 0)
    .map((entry) => ({ ...entry, amount: sign * entry.amount }))
}

function voucherXml(issued: IssuedDocument, buyer: string, entries: readonly Entry[]): string {
  const { number, issuedAt, orderNumber, credits, adds, document } = issued
  const type = credits ? 'Credit Note' : adds ? 'Debit Note' : 'Sales'
  const total = entries.reduce((sum, { amount }) => sum + amount, 0)
  const fields = [
    element('DATE', indianDay(issuedAt).replaceAll('-', '')),
    element('VOUCHERTYPENAME', type),
    element('VOUCHERNUMBER', number),
    element('REFERENCE', (credits ?? adds)?.invoice ?? orderNumber),
    element('PARTYLEDGERNAME', buyer),
    ...(document.placeOfSupply === '' ? [] : [element('PLACEOFSUPPLY', stateName(document.placeOfSupply))]),
    element('NARRATION', credits ? `Order ${orderNumber}: ${credits.reason}` : `Order ${orderNumber}`),
    element('ISINVOICE', 'No'),
    entryXml(buyer, -total),
    ...entries.map(({ ledger, amount }) => entryXml(ledger, amount)),
  ]
  return `<VOUCHER REMOTEID="${number}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">${fields.join('')}</VOUCHER>`
}

/** Tally writes a debit as a negative amount that is “deemed positive”. */
function entryXml(ledger: string, amount: number): string {
  const fields = [
    element('LEDGERNAME', ledger),
    element('ISDEEMEDPOSITIVE', amount < 0 ? 'Yes' : 'No'),
    element('AMOUNT', decimal(amount)),
  ]
  return `<ALLLEDGERENTRIES.LIST>${fields.join('')}</ALLLEDGERENTRIES.LIST>`
}

/** The files that Zoho Books imports under Invoices and under Credit Notes. */
type BooksSheet = 'invoices' | 'credit-notes'

/**
 * A month's invoices or credit notes with Zoho Books' own column names, a row per line. Prices are before tax, and a line is
 * one piece at its taxable value, so that Zoho's sums are the document's.
 */
export async function* zohoRows(context: Context, month: string, sheet: BooksSheet): AsyncGenerator<string> {
  const isCredits = sheet === 'credit-notes'
  yield csvLine([...(isCredits ? CREDIT_HEAD : INVOICE_HEAD), ...LINE_HEAD])
  for await (const { issued } of readMonth(context, month, isCredits ? 'credit-notes' : 'charges')) {
    const head = zohoHead(issued)
    const odd = sumLines(issued.document.lines.filter(isRoundOff)).total
    for (const line of issued.document.lines)
      if (!isRoundOff(line) && line.total > 0) yield csvLine([...head, decimal(odd), ...zohoLine(line)])
  }
}

const BUYER_HEAD = [
  'Customer Name',
  'GST Treatment',
  'GST Identification Number (GSTIN)',
  'Place of Supply',
  'Currency Code',
]
const INVOICE_HEAD = ['Invoice Date', 'Invoice Number', 'Invoice Status', 'PurchaseOrder', ...BUYER_HEAD]
const CREDIT_HEAD = ['Credit Note Date', 'Credit Note Number', 'Invoice#', 'Reference#', ...BUYER_HEAD]
const LINE_HEAD = [
  'Adjustment',
  'Item Name',
  'HSN/SAC',
  'Quantity',
  'Item Price',
  'Is Inclusive Tax',
  'Item Tax',
  'Item Tax %',
  'Item Tax Type',
]

function zohoHead(issued: IssuedDocument): string[] {
  const { number, issuedAt, orderNumber, credits, document } = issued
  const { buyerGstin, placeOfSupply } = document
  const treatment = buyerGstin === undefined ? 'consumer' : 'business_registered_regular'
  return [
    indianDay(issuedAt),
    number,
    credits ? credits.invoice : 'Sent',
    orderNumber,
    accountOf(issued),
    placeOfSupply === ABROAD ? 'overseas' : treatment,
    buyerGstin ?? '',
    stateLetters(placeOfSupply),
    'INR',
  ]
}

function zohoLine({ description, hsn, percent, taxable, igst, quantity, price }: TaxedLine): (string | number)[] {
  const isInterstate = igst > 0
  const name = price === null || quantity <= 1 ? description : `${quantity} × ${description}`
  return [
    name,
    hsn,
    1,
    decimal(taxable),
    'false',
    `${isInterstate ? 'IGST' : 'GST'}${percent}`,
    percent,
    isInterstate ? 'ItemAmount' : 'Tax Group',
  ]
}

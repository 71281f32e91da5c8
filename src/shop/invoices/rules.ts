import { type Paise, paise } from '#platform/money.ts'
import { apportion, containedTax, deliveryByRate } from '../settings/tax-rules.ts'

/** A line of an order, with what its tax depends on. */
export interface TaxableLine {
  description: string
  hsn: string
  quantity: number
  /** The price per piece, as the shop showed it. */
  price: Paise
  /** Off the whole line. Missing if there is none. */
  discount?: Paise
  percent: number
}

/** A line of a document. Its tax is in `cgst` and `sgst`, or in `igst`; the others are 0. */
export interface TaxedLine extends Omit<TaxableLine, 'price'> {
  /** The price per piece, or null for a line without pieces, such as delivery. */
  price: Paise | null
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  /** The taxable value with its tax. */
  total: Paise
}

export type Amounts = Pick<TaxedLine, 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'>

/** The seller, as it was when the document was issued. */
export interface Seller {
  shop: string
  legalName: string
  /** Empty if not registered, which makes the document a receipt. */
  gstin: string
  address: string
  /** The state's two digits, or empty if unknown. */
  state: string
  email: string
  phone: string
}

/** What an invoice says besides its number, its date and the order's address. */
export interface InvoiceDocument {
  seller: Seller
  /** A business buyer's. Missing if there is none. */
  buyerGstin?: string
  /** The two digits of a state. */
  placeOfSupply: string
  pricesInclude: boolean
  lines: TaxedLine[]
  /** What store credit paid of the sum. Missing if none did; a credit note has none. */
  paidByCredit?: Paise
}

export interface CreditNoteDocument extends InvoiceDocument {
  reason: string
}

/** The charges of an order. `tax` is the amount added to the goods, 0 if prices include it. */
export interface Charged {
  lines: readonly TaxableLine[]
  delivery: Paise
  tax: Paise
  pricesInclude: boolean
  /** To another state or country: IGST. */
  interstate: boolean
}

/** What of the added tax can't be halved, an odd paisa, is on a line of its own, whose taxable value is 0. */
const ROUND_OFF = 'Round off'

/** True for the line with an odd paisa, which is neither goods nor tax. */
export function isRoundOff({ description, price }: Pick<TaxedLine, 'description' | 'price'>): boolean {
  return price === null && description === ROUND_OFF
}

/** The lines of an invoice. Their totals add up to the charged amount, to the paisa. */
export function taxedLines({ lines, delivery, tax, pricesInclude, interstate }: Charged): TaxedLine[] {
  const parts = interstate ? 1 : 2
  const goods = lines.map(({ price, quantity, discount = 0, percent }) => ({
    percent,
    amount: paise(price * quantity - discount),
  }))
  const added = apportion(
    paise(Math.floor(tax / parts)),
    goods.map(({ amount, percent }) => amount * percent),
  ).map((part) => paise(parts * part))
  const untaxed = lines.map((line, index) => {
    const { amount, percent } = goods[index] ?? { amount: paise(0), percent: 0 }
    const ownTax = pricesInclude ? containedTax(amount, percent, parts) : (added[index] ?? paise(0))
    return { ...line, taxable: paise(pricesInclude ? amount - ownTax : amount), tax: ownTax }
  })
  const deliveryLines = (delivery === 0 ? [] : deliveryByRate(delivery, goods)).map(({ percent, amount }) => {
    const contained = containedTax(amount, percent, parts)
    const hsn = lines.find((line) => line.percent === percent)?.hsn ?? ''
    const delivered = { description: 'Delivery', hsn, quantity: 1, price: null, percent }
    return { ...delivered, taxable: paise(amount - contained), tax: contained }
  })
  const taxed = [...untaxed, ...deliveryLines].map(({ tax: own, ...line }) => {
    const half = paise(interstate ? 0 : own / 2)
    const total = paise(line.taxable + own)
    return { ...line, cgst: half, sgst: half, igst: paise(interstate ? own : 0), total }
  })
  const odd = paise(tax % parts)
  const roundOff = { description: ROUND_OFF, hsn: '', quantity: 1, price: null, percent: 0, ...NOTHING, total: odd }
  return odd === 0 ? taxed : [...taxed, roundOff]
}

const NOTHING = { taxable: paise(0), cgst: paise(0), sgst: paise(0), igst: paise(0) }

/** What a piece costs more than the one that it replaces, with its tax. */
export interface ChargedDifference {
  description: string
  hsn: string
  quantity: number
  percent: number
  amount: Paise
}

/** The lines of a debit note: amounts that contain their tax. */
export function differenceLines(differences: readonly ChargedDifference[], interstate: boolean): TaxedLine[] {
  return differences.map(({ amount, ...line }) => {
    const tax = containedTax(amount, line.percent, interstate ? 1 : 2)
    const half = paise(interstate ? 0 : tax / 2)
    const taxable = paise(amount - tax)
    return { ...line, price: null, taxable, cgst: half, sgst: half, igst: paise(interstate ? tax : 0), total: amount }
  })
}

/** The sums of lines. */
export function sumLines(lines: readonly Amounts[]): Amounts {
  const sumOf = (key: keyof Amounts) => paise(lines.reduce((sum, line) => sum + line[key], 0))
  return {
    taxable: sumOf('taxable'),
    cgst: sumOf('cgst'),
    sgst: sumOf('sgst'),
    igst: sumOf('igst'),
    total: sumOf('total'),
  }
}

/**
 * The part of each invoice line taken back by a refund (zeros if none). The amount is divided by `weights`, by default
 * what `earlier` refunds left of each line. Once everything is refunded, each line is taken back exactly.
 */
export function creditedLines(
  lines: readonly TaxedLine[],
  earlier: readonly (readonly TaxedLine[])[],
  amount: Paise,
  weights?: readonly number[],
): TaxedLine[] {
  const left = lines.map((line, index) => ({
    ...line,
    ...minus(line, sumLines(earlier.flatMap((note) => note[index] ?? []))),
  }))
  const totals = takeShares(
    amount,
    left.map(({ total }) => total),
    weights,
  )
  return left.map((line, index) => {
    const total = totals[index] ?? paise(0)
    return { ...line, ...(isRoundOff(line) ? NOTHING : takeParts(line, total)), total }
  })
}

/**
 * The parts of an amount taken back from what is left of a line. The halves of its tax stay equal, except those of
 * invoices that version 1.0 issued with an odd paisa in one of them.
 */
function takeParts(left: Amounts, total: Paise): Omit<Amounts, 'total'> {
  if (left.cgst !== left.sgst || left.cgst === 0) {
    const parts = apportion(total, [left.taxable, left.cgst, left.sgst, left.igst])
    const [taxable = paise(0), cgst = paise(0), sgst = paise(0), igst = paise(0)] = parts
    return { taxable, cgst, sgst, igst }
  }
  const share = Math.max(Math.round((total * left.cgst) / left.total), Math.ceil((total - left.taxable) / 2))
  // The last refund of a line takes what is left, even if single paise taken before leave its taxable value below 0.
  const half = paise(total === left.total ? left.cgst : Math.min(share, left.cgst, Math.floor(total / 2)))
  return { taxable: paise(total - 2 * half), cgst: half, sgst: half, igst: paise(0) }
}

/** Divides an amount by weights, without taking more of a line than is left of it. */
function takeShares(amount: Paise, left: readonly number[], weights = left): Paise[] {
  const taken = apportion(amount, weights).map((share, index) => Math.min(share, left[index] ?? 0))
  const rest = paise(taken.reduce<number>((missing, share) => missing - share, amount))
  const more = apportion(
    rest,
    left.map((most, index) => most - (taken[index] ?? 0)),
  )
  return taken.map((share, index) => paise(share + (more[index] ?? 0)))
}

function minus(from: Amounts, taken: Amounts): Amounts {
  const left = (key: keyof Amounts) => paise(from[key] - taken[key])
  return { taxable: left('taxable'), cgst: left('cgst'), sgst: left('sgst'), igst: left('igst'), total: left('total') }
}

/** A document's number: at most 16 characters (CGST Rules, rule 46) for a prefix of 3 and 999,999 documents a year. */
export function documentNumber(prefix: string, year: string, position: number): string {
  return `${prefix}/${year.slice(2)}/${String(position).padStart(5, '0')}`
}

const ONES =
  ' One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const TENS = '  Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
const UNITS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** An amount in words, by lakh and crore: "Rupees One Lakh Two Thousand and Five Paise Only". */
export function amountInWords(amount: Paise): string {
  const rupees = Math.floor(amount / 100)
  const rest = amount % 100
  const words = [
    ...(rupees > 0 || rest === 0 ? [`Rupees ${inWords(rupees) || 'Zero'}`] : []),
    ...(rest > 0 ? [`${inWords(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}`] : []),
  ]
  return `${words.join(' and ')} Only`
}

function inWords(count: number): string {
  if (count < 20) return ONES[count] ?? ''
  const unit = UNITS.find(([size]) => count >= size)
  if (!unit) return [TENS[Math.floor(count / 10)], ONES[count % 10]].filter(Boolean).join(' ')
  const [size, name] = unit
  return [inWords(Math.floor(count / size)), name, inWords(count % size)].filter(Boolean).join(' ')
}

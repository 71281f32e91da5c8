import { plainCode } from '#platform/text/typed.ts'

/** What separates thousands, besides commas and points. */
const SPACES = /[\s'’]+/g
const CURRENCY_BEFORE = /^(-?)\s*(?:₹|rs\.?|inr)\s*/i
const CURRENCY_AFTER = /\s*(?:\/-|₹|rs\.?|inr)$/i

/**
 * A number as a person or a spreadsheet writes it: 1299, 1,299.00, 1,29,900, 1.299,00, 1 299, ₹ 1,299, Rs. 1299/-. Null
 * if it isn't a number, or if it could be two: 1.299 is one thousand and more, or three decimals.
 */
export function readAmount(text: string): number | null {
  const bare = withoutCurrency(text)
  if (AMBIGUOUS.test(bare)) return null
  if (PLAIN.test(bare)) return Number(bare.replace(',', '.'))
  const [, thousands, decimal] = FORMS.find(([form]) => form.test(bare)) ?? []
  if (thousands === undefined || decimal === undefined) return null
  return Number(bare.replaceAll(thousands, '').replace(decimal, '.'))
}

/** What's wrong with a price that `readAmount` can't read, as the end of a sentence. */
export function priceProblem(text: string): string {
  return text.trim() === '' ? 'has no price' : `the price "${text}" ${amountProblem(text)}`
}

/** What's wrong with a text that `readAmount` can't read. */
export function amountProblem(text: string): string {
  const bare = withoutCurrency(text)
  if (!AMBIGUOUS.test(bare)) return 'isn’t a number'
  return `could be ${bare.replace('.', '')} or ${Number(bare)}; write it without a mark between thousands`
}

function withoutCurrency(text: string): string {
  return plainCode(text).replace(CURRENCY_BEFORE, '$1').replace(CURRENCY_AFTER, '').replace(SPACES, ' ').trim()
}

const AMBIGUOUS = /^-?[1-9]\d{0,2}\.\d{3}$/
const PLAIN = /^-?\d{1,12}(?:\.\d{1,4}|,\d{1,2})?$/

/** Numbers with marks between thousands, or between lakhs as in 1,29,900: each with its mark and the decimal's. */
const FORMS: readonly (readonly [form: RegExp, thousands: string, decimal: string])[] = [
  [/^-?[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d{1,4})?$/, ',', '.'],
  [/^-?[1-9]\d{0,2}(?:\.\d{2,3})*\.\d{3}(?:,\d{1,2})?$/, '.', ','],
  [/^-?[1-9]\d{0,2}(?: \d{2,3})* \d{3}(?:\.\d{1,4})?$/, ' ', '.'],
  [/^-?[1-9]\d{0,2}(?: \d{2,3})* \d{3},\d{1,2}$/, ' ', ','],
]

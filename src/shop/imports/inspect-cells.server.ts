import { isRecord } from '../is-record.ts'
import { LOST_IN_SPREADSHEET, REFILL } from './csv.server.ts'
import { type RawProduct, type RowError, skipped } from './raw-product.server.ts'

/**
 * Looks for what spreadsheets do to cells when a file is opened and saved in one. A SKU that lost characters is an
 * error; one that may have changed, and a price of 0, is a note.
 */
export async function* inspectCells(products: AsyncIterable<RawProduct>): AsyncGenerator<RawProduct> {
  const numeric: { sku: string; line: number }[] = []
  for await (const product of products) {
    const errors = [...product.errors]
    const notes = [...product.notes]
    if (isRecord(product.value) && product.value.price === 0) notes.push('its price is Rs. 0')
    for (const [at, sku] of skusOf(product).entries()) {
      const line = product.variantLines?.[at] ?? product.line
      const column = product.columns?.sku
      const add = (problem: string): RowError => ({ line, column, message: `the SKU ${sku} ${problem}` })
      if (LOST_IN_SPREADSHEET.test(sku)) errors.push(add(REFILL))
      else if (DATE.test(sku))
        notes.push(`line ${line}: the SKU ${sku} looks like a date; a spreadsheet may have changed it`)
      else if (ROUNDED.test(sku))
        notes.push(`line ${line}: the SKU ${sku} looks like a number that a spreadsheet has rounded`)
      if (/^\d+$/.test(sku)) numeric.push({ sku, line })
    }
    yield { ...product, errors, notes }
  }
  yield* shortened(numeric)
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const DATE = new RegExp(
  `^\\d{1,2}-${MONTH}(?:-\\d{2,4})?$|^${MONTH}-\\d{2,4}$|^\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{2}|\\d{4})$|^\\d{4}-\\d\\d-\\d\\d$`,
)
/** 123.0, and more than the 15 digits that a spreadsheet keeps. */
const ROUNDED = /^\d+[.,]0$|^\d{15}0+$/

function skusOf({ value }: RawProduct): string[] {
  if (!isRecord(value) || !Array.isArray(value.variants)) return []
  return value.variants.map((variant: unknown) => (isRecord(variant) ? String(variant.sku) : ''))
}

/** Below this length, numbers of different lengths are usual. */
const SHORTEST = 5

/** Notes SKUs of digits that are shorter than most others: they may have lost zeros at the beginning. */
function* shortened(numeric: readonly { sku: string; line: number }[]): Generator<RawProduct> {
  const length = numeric.reduce((most, { sku }) => Math.max(most, sku.length), 0)
  const whole = numeric.filter(({ sku }) => sku.length === length).length
  if (length < SHORTEST || whole * 2 < numeric.length) return
  for (const { sku, line } of numeric)
    if (sku.length < length)
      yield skipped(
        line,
        `the SKU ${sku} is shorter than others of ${length} digits; a spreadsheet may have removed zeros at its beginning`,
      )
}

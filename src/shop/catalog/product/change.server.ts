import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { paise, toPaise, toRupees } from '#platform/money.ts'
import { writeAudit } from '../../audit/sql.server.ts'
import type { Tables } from '../../tables.server.ts'
import { writeVariants } from '../stock/variants-sql.server.ts'
import type { StoredProductPicture } from '../tables.server.ts'
import { movePrices, ownPrices, settlePrices } from '../variant-price.ts'
import { findProduct, type StoredProduct } from './export-sql.server.ts'
import { columnsOf, type FieldValues, valuesOf } from './fields.server.ts'
import { type ProductLine, toLine } from './line.server.ts'
import { checkTogether, type FieldError, type ProductValues, parseFields, plainDescription } from './parse.server.ts'
import { finishPictures, resolvePicture } from './pictures.server.ts'
import { addPictureOrigins, replaceScheduled, touchProducts, updateProduct } from './sql.server.ts'

/** Fields of a product by the names of `catalog export`; null clears one. */
export type WrittenFields = Readonly<Record<string, unknown>>

/** What taking a change back takes: the fields that changed, before and after. */
export interface EditUndo {
  id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** A change of a product that was made: the product after it, and what takes it back; null if nothing changed. */
export interface Changed {
  row: StoredProduct
  undo: EditUndo | null
}

/**
 * Changes a locked product: the one way in which the staff site, commands, sales and undo do. `fields` by the names of a line
 * are validated as in a file. Writes one audit line of what changes. Known SKUs keep their stock.
 */
export async function changeFields(
  tx: Transaction<Tables>,
  actor: Actor,
  row: StoredProduct,
  fields: WrittenFields,
): Promise<Result<Changed, 'invalid_input'>> {
  const written = { ...fields }
  if (fields.variants !== undefined && fields.colors === undefined)
    written.colors = mergeColors(row.colors, fields.variants)
  const parsed = parseFields(written)
  if (!parsed.ok) return refuseErrors(parsed.errors)
  const { pictures: drafts, ...values } = parsed.data
  const pictures = drafts && (await resolveAll(drafts))
  if (pictures && !pictures.ok) return pictures
  const { price: usual, mrp } = { ...valuesOf(row), ...values.fields }
  const { variants = variantsAt(row, toPaise(usual) ?? 0), colors = row.colors } = values
  const hasPlannedPrice = (values.scheduled ?? row.scheduled).some(({ change }) => 'price' in change)
  const errors = checkTogether({ price: usual, mrp, variants, colors, hasPlannedPrice })
  if (errors.length > 0) return refuseErrors(errors)
  if (!values.variants) return ok(await writeValues(tx, actor, row, { ...values, pictures: pictures?.data }))
  const settled = settlePrices({ price: usual, mrp }, values.variants)
  const price = toPaise(settled.price) ?? 0
  if (!isDeepStrictEqual(keepStock(row, settled.variants), variantsAt(row, price))) {
    const problems = await writeVariants(tx, { id: row.id, price_paise: price }, settled.variants)
    if (problems.length > 0) return refuseErrors(problems.map((message) => ({ field: 'variants', message })))
  }
  const priced = { ...values.fields, price: settled.price }
  return ok(
    await writeValues(tx, actor, row, {
      ...values,
      variants: settled.variants,
      fields: priced,
      pictures: pictures?.data,
    }),
  )
}

/** The variants of a product that gets another price. */
const variantsAt = ({ variants, price_paise }: StoredProduct, price: number) =>
  movePrices(variants, toRupees(paise(price - price_paise)))

/** Changes validated fields of a locked product, with one audit line of what changes. */
export const changeValues = (
  tx: Transaction<Tables>,
  actor: Actor,
  row: StoredProduct,
  fields: Partial<FieldValues>,
): Promise<Changed> => writeValues(tx, actor, row, { fields })

type StoredValues = Omit<ProductValues, 'pictures'> & { pictures?: StoredProductPicture[] | undefined }

async function writeValues(
  tx: Transaction<Tables>,
  actor: Actor,
  row: StoredProduct,
  { fields, colors, pictures, variants, scheduled }: StoredValues,
): Promise<Changed> {
  const columns = {
    ...columnsOf(textRules(row, fields), row.details),
    ...(colors ? { colors: [...new Set(colors)] } : {}),
    ...(pictures ? { pictures } : {}),
  }
  const after = {
    ...row,
    ...columns,
    variants: variants ? keepStock(row, variants) : variantsAt(row, columns.price_paise ?? row.price_paise),
    ...(scheduled ? { scheduled: scheduled.toSorted((a, b) => a.at.localeCompare(b.at)) } : {}),
  }
  const undo = differenceOf(row, after)
  if (!undo) return { row, undo }
  const touched = (['variants', 'scheduled'] as const).filter((name) => Object.hasOwn(undo.after, name))
  for (const name of touched) await touchProducts(tx, [row.id], name)
  if (scheduled && touched.includes('scheduled')) await replaceScheduled(tx, row.id, scheduled, actor)
  if (pictures) await addPictureOrigins(tx, pictures)
  const changed = Object.entries(columns).filter(
    // Safe cast: the row has these columns.
    ([name, value]) => !isDeepStrictEqual(value, row[name as keyof typeof columns]),
  )
  const versions = changed.length > 0 ? await updateProduct(tx, row.id, Object.fromEntries(changed)) : {}
  const { id, ...difference } = undo
  await writeAudit(tx, actor, { action: 'product.set', subject: `product:${id}`, ...difference })
  const stored = touched.length > 0 ? await findProduct(tx, id) : null
  return { row: stored ?? { ...after, ...versions }, undo }
}

/** A new plain description replaces the Markdown one; either makes a Hindi one outdated. */
function textRules(row: StoredProduct, fields: Partial<FieldValues>): Partial<FieldValues> {
  if (fields.description === undefined && fields.descriptionMarkdown === undefined) return fields
  const { description, descriptionMarkdown, hindi } = valuesOf(row)
  const texts = { description, descriptionMarkdown: null, ...fields }
  const words = plainDescription(texts)
  const isSame = words === description && texts.descriptionMarkdown === descriptionMarkdown
  const isOutdated = !isSame && fields.hindi === undefined && hindi?.description !== undefined
  return { ...texts, description: words, ...(isOutdated ? { hindi: { ...hindi, outdated: true as const } } : {}) }
}

function keepStock(row: StoredProduct, variants: NonNullable<StoredValues['variants']>): StoredProduct['variants'] {
  return variants.map((one) => {
    const { sku, color, size, quantity, low, ...prices } = one
    const known = row.variants.find((other) => other.sku === sku)
    return {
      sku,
      color,
      size,
      quantity: known?.quantity ?? quantity,
      ...(low === undefined ? {} : { low }),
      ...ownPrices(prices),
    }
  })
}

/** A product as `catalog export` has it, with its state whatever that is. */
export const lineOf = (row: StoredProduct): ProductLine => ({ ...toLine(row), state: row.state })

/** What differs between two states of a product, by the names of a line; null if nothing does. */
export function differenceOf(before: StoredProduct, after: StoredProduct): EditUndo | null {
  const [old, now] = [lineOf(before), lineOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !isDeepStrictEqual(old[name] ?? null, now[name] ?? null),
  )
  if (names.length === 0) return null
  // A price alone would move those of variants when it's put back.
  const hasOwnPrices = [old, now].some(({ variants }) => variants.some(({ price }) => price !== undefined))
  if (names.includes('price') && !names.includes('variants') && hasOwnPrices) names.push('variants')
  const pick = (line: ProductLine) => Object.fromEntries(names.map((name) => [name, line[name] ?? null]))
  return { id: before.id, before: pick(old), after: pick(now) }
}

/** The colours in their order, without those that no variant has, and with new ones at the end. */
function mergeColors(before: readonly string[], variants: unknown): string[] {
  const used = Array.isArray(variants)
    ? variants.flatMap((one) => (isObject(one) && typeof one.color === 'string' ? [one.color] : []))
    : []
  return [...new Set([...before.filter((color) => used.includes(color)), ...used])]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The pictures of a form, which are stored or on other hosts already. */
export async function resolveAll(
  drafts: NonNullable<ProductValues['pictures']>,
): Promise<Result<StoredProductPicture[], 'invalid_input'>> {
  const pictures = []
  for (const [at, draft] of drafts.entries()) {
    const found = await resolvePicture(draft, undefined)
    const problem =
      typeof found === 'string'
        ? found
        : found.picture.src.startsWith('http:')
          ? 'a picture’s address must be https'
          : null
    if (problem !== null || typeof found === 'string')
      return refuseErrors([{ field: `pictures.${at}`, message: problem ?? '' }])
    pictures.push(found.picture)
  }
  return ok(finishPictures(pictures))
}

/** Refuses a product with what is wrong, by field. */
export function refuseErrors(errors: readonly FieldError[]) {
  return refuse('invalid_input', errors[0]?.message ?? '', {
    errors: errors.map(({ field, variant, message }) => ({
      path: variant === undefined ? field : `variants.${variant}.${field}`,
      message,
    })),
  })
}

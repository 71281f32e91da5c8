import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { slugOf } from '#platform/text/slug.ts'
import { writeAuditLines } from '../audit/sql.server.ts'
import { type ProductLine, toLine } from '../catalog/product/export.server.ts'
import { readExportRowsOf } from '../catalog/product/export-sql.server.ts'
import { finishPictures, resolvePicture } from '../catalog/product/pictures.server.ts'
import { readRecord } from '../catalog/product/record.server.ts'
import { findLastEditor } from '../catalog/product/record-sql.server.ts'
import { lockProduct } from '../catalog/product/sql.server.ts'
import type { ProductRecord } from '../catalog/product/staff-contract.ts'
import type { Row } from '../catalog/product/write-fields.server.ts'
import { changeUsualPrice, listScheduledPrices } from '../catalog/schedule/sales.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo } from '../undo/undo.server.ts'
import { findDifferences } from './diff-sql.server.ts'
import { auditOf } from './differences.server.ts'
import { changedSince, touchChanged } from './field-versions.server.ts'
import { parseProduct, type StagedProduct } from './parse-product.server.ts'
import { writeProducts } from './product-sql.server.ts'
import { createStockTable, stageStock, writeStock } from './stock-sql.server.ts'

type Context = Pick<Shop, 'db' | 'settings'> & { actor: Actor }

/** Fields of a product by the names of `catalog export`. */
export type WrittenFields = Readonly<Record<string, unknown>>

export interface Edited {
  product: ProductRecord
  undo: string | null
}

/** What a product as `GET` gives it has beside the fields: a product may be sent back as it is. */
const READ_ONLY = new Set(['_id', 'version', 'stock', 'coming', 'page', 'preview', 'createdAt'])

const FIELDS = new Set(
  `name price mrp state description descriptionMarkdown categories subcategory pattern fabric fit collection colors variants
  pictures rows position badge scheduled movedFrom gsm care hindi countryOfOrigin hsn measurements`.split(/\s+/),
)

type EditCode = 'not_found' | 'changed_meanwhile' | 'conflict' | 'invalid_input'

/** Creates a product: a draft unless its state says otherwise. Refused: what an import would refuse, an `_id` that is taken. */
export async function createProduct(
  { db, settings, actor }: Context,
  fields: WrittenFields,
): Promise<Result<Edited, 'conflict' | 'invalid_input'>> {
  const unknown = unknownField(fields)
  if (unknown !== null) return unknown
  const { _id, createdAt: _, ...named } = fields
  const wanted = typeof _id === 'string' && _id !== '' ? _id : slugOf(String(fields.name ?? ''))
  return transact<Tables, Edited, 'conflict' | 'invalid_input'>(db, async (tx) => {
    const taken = (id: string) => lockProduct(tx, id)
    if (await taken(wanted)) return refuse('conflict', `There is a product ${wanted} already.`)
    const line = withoutNulls({ state: 'draft', ...named, _id: wanted })
    const written = await writeLine(tx, actor, line, 'product.create')
    if (!written.ok) return written
    const product = await readRecord({ db: tx, settings }, wanted)
    if (!product) return refuse('conflict', `The product ${wanted} couldn’t be read back.`)
    const undo = await storeUndo(tx, actor, { kind: 'product.create', data: { id: wanted, version: product.version } })
    return ok({ product, undo })
  })
}

/**
 * Changes fields of a product that was read in a version. Refused: what an import would refuse; a field that somebody
 * else has changed since, with the product as it is (`current`), the fields, and who changed it last.
 */
export function editProduct(
  { db, settings, actor }: Context,
  id: string,
  fields: WrittenFields,
  version: number,
): Promise<Result<Edited, EditCode>> {
  return transact<Tables, Edited, EditCode>(db, async (tx) => {
    const row = await lockProduct(tx, id)
    if (!row) return refuse('not_found', `There is no product ${id}.`)
    const unknown = unknownField(fields)
    if (unknown !== null) return unknown
    const before = await lineOf(tx, id)
    if (!before) return refuse('not_found', `There is no product ${id}.`)
    const changes = Object.entries(fields).filter(
      ([name, value]) => !READ_ONLY.has(name) && !isSame(name, before[name], value),
    )
    const clashing = changedSince(
      row,
      changes.map(([name]) => name),
      version,
    )
    if (clashing.length > 0) {
      const current = await readRecord({ db: tx, settings }, id)
      const by = await findLastEditor(tx, id)
      const message = 'Somebody else has changed this meanwhile. Yours isn’t saved yet.'
      return refuse('changed_meanwhile', message, { extra: { current, fields: clashing, by } })
    }
    const edited = await applyChanges(tx, actor, row, before, Object.fromEntries(changes))
    if (!edited.ok) return edited
    const product = await readRecord({ db: tx, settings }, id)
    if (!product) return refuse('not_found', `There is no product ${id}.`)
    return ok({
      product,
      undo: edited.data && (await storeUndo(tx, actor, { kind: 'product.set', data: edited.data })),
    })
  })
}

function unknownField(fields: WrittenFields) {
  const name = Object.keys(fields).find((one) => !FIELDS.has(one) && !READ_ONLY.has(one))
  if (name === undefined) return null
  return refuse('invalid_input', `There is no field ${name}.`, {
    errors: [{ path: name, message: 'There is no such field.' }],
  })
}

async function lineOf(tx: Transaction<Tables>, id: string): Promise<ProductLine | null> {
  const [row] = await readExportRowsOf(tx, [id])
  return row ? { ...toLine(row), state: row.state } : null
}

/** What taking an edit back takes: the fields before and after. */
export type EditUndo = { id: string; before: Record<string, unknown>; after: Record<string, unknown> }

/** Writes fields of a locked product. Null if nothing changed. */
export async function applyChanges(
  tx: Transaction<Tables>,
  actor: Actor,
  row: Row,
  before: ProductLine,
  changes: WrittenFields,
): Promise<Result<EditUndo | null, 'invalid_input'>> {
  const { price, mrp, ...others } = changes
  // While a sale runs or is planned, a price is the usual one.
  const prices = price === undefined && mrp === undefined ? [] : await listScheduledPrices(tx, row.id)
  const isOnSale = prices.some(({ change }) => change.endsSale) && !('scheduled' in changes)
  if (isOnSale) {
    if (
      (price !== undefined && typeof price !== 'number') ||
      (mrp !== undefined && mrp !== null && typeof mrp !== 'number')
    )
      return refuse('invalid_input', 'The price must be a number of rupees.')
    const usual = { ...(price === undefined ? {} : { price }), ...(mrp === undefined ? {} : { mrp }) }
    const done = await changeUsualPrice(tx, actor, row, usual, prices)
    if (!done.ok) return refuse('invalid_input', done.message)
  }
  const start = isOnSale ? ((await lineOf(tx, row.id)) ?? before) : before
  const line = merge(start, isOnSale ? others : changes)
  const written = await writeLine(tx, actor, line, 'product.set')
  if (!written.ok) return written
  const after = await lineOf(tx, row.id)
  if (!after) return ok(null)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  )
  if (names.length === 0) return ok(null)
  const pick = (line: ProductLine) => Object.fromEntries(names.map((name) => [name, line[name] ?? null]))
  return ok({ id: row.id, before: pick(before), after: pick(after) })
}

/** A line with changed fields. A new plain description replaces the Markdown one, and makes a Hindi one outdated. */
function merge(before: ProductLine, changes: WrittenFields): Record<string, unknown> {
  const line: Record<string, unknown> = { ...before, ...changes }
  if ('description' in changes && !('descriptionMarkdown' in changes)) delete line.descriptionMarkdown
  const changesText = 'description' in changes || 'descriptionMarkdown' in changes
  const { hindi } = before
  if (changesText && !('hindi' in changes) && isObject(hindi) && hindi.description !== undefined)
    line.hindi = { ...hindi, outdated: true }
  if ('variants' in changes && !('colors' in changes)) line.colors = mergeColors(before.colors, changes.variants)
  return withoutNulls(line)
}

/** The colours in their order, without those that no variant has, and with new ones at the end. */
function mergeColors(before: unknown, variants: unknown): string[] {
  const used = Array.isArray(variants)
    ? variants.flatMap((one) => (isObject(one) && typeof one.color === 'string' ? [one.color] : []))
    : []
  const kept = Array.isArray(before) ? before.filter((color) => used.includes(color)) : []
  return [...new Set([...kept, ...used])]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Null clears a field. */
function withoutNulls(line: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null && value !== undefined))
}

function isSame(name: string, before: unknown, after: unknown): boolean {
  if (name === 'variants') return isDeepStrictEqual(shapeOf(before), shapeOf(after))
  return isDeepStrictEqual(before ?? null, after ?? null)
}

/** Variants without their stock, which isn't changed here. */
function shapeOf(variants: unknown): unknown {
  if (!Array.isArray(variants)) return variants
  return variants.map((one) => (isObject(one) ? { ...one, quantity: 0 } : one))
}

/** Writes a product's line as an import would, with its audit line. Known SKUs keep their stock. */
export async function writeLine(
  tx: Transaction<Tables>,
  actor: Actor,
  line: WrittenFields,
  action: string,
): Promise<Result<null, 'invalid_input'>> {
  const parsed = parseProduct(line)
  if (!parsed.ok) {
    const errors = parsed.errors.map(({ field, variant, message }) => ({
      path: variant === undefined ? field : `variants.${variant}.${field}`,
      message,
    }))
    return refuse('invalid_input', parsed.errors[0]?.message ?? '', { errors })
  }
  const { pictures: drafts, ...draft } = parsed.draft
  const pictures = []
  for (const [at, one] of drafts.entries()) {
    const found = await resolvePicture(one, undefined)
    const problem =
      typeof found === 'string'
        ? found
        : found.picture.src.startsWith('http:')
          ? 'a picture’s address must be https'
          : null
    if (problem !== null || typeof found === 'string')
      return refuse('invalid_input', problem ?? '', { errors: [{ path: `pictures.${at}`, message: problem ?? '' }] })
    pictures.push(found.picture)
  }
  const batch: StagedProduct[] = [{ line: 1, draft, pictures: finishPictures(pictures), fromOtherShop: false }]
  const changes = await findDifferences(tx, batch, { stock: false, dryRun: false })
  if (changes.length === 0) return ok(null)
  await writeProducts(tx, batch, { actor, before: 0 })
  await createStockTable(tx)
  await stageStock(tx, batch)
  const { errors } = await writeStock(tx, { checkOnly: false, keepStock: true, maxErrors: 10 })
  if (errors[0])
    return refuse('invalid_input', errors[0].message, {
      errors: errors.map(({ message }) => ({ path: 'variants', message })),
    })
  await touchChanged(tx, changes)
  await writeAuditLines(
    tx,
    actor,
    changes.map((change) => {
      const { after, ...entry } = auditOf(change, { action, id: 0 })
      const { import: _, ...fields } = after ?? {}
      return { ...entry, after: fields }
    }),
  )
  return ok(null)
}

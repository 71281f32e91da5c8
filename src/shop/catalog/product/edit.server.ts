import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { slugOf } from '#platform/text/slug.ts'
import { findLastActor, writeAudit } from '../../audit/sql.server.ts'
import type { Shop } from '../../shop.server.ts'
import type { Tables } from '../../tables.server.ts'
import { storeUndo } from '../../undo/undo.server.ts'
import { changeUsualPrice, scheduledPricesOf } from '../schedule/sales.server.ts'
import { writeVariants } from '../stock/variants-sql.server.ts'
import {
  type Changed,
  changeFields,
  differenceOf,
  lineOf,
  refuseErrors,
  resolveAll,
  type WrittenFields,
} from './change.server.ts'
import { findProduct, type StoredProduct } from './export-sql.server.ts'
import { FIELD_NAMES, fieldOf } from './fields.server.ts'
import { withoutNulls } from './line.server.ts'
import { LINE_NAMES, parseFields, parseProduct } from './parse.server.ts'
import { recordOf } from './record.server.ts'
import { addPictureOrigins, insertProduct, lockProduct, replaceScheduled } from './sql.server.ts'
import type { ProductRecord } from './staff-contract.ts'

type Context = Pick<Shop, 'db' | 'settings'> & { actor: Actor }
/** The same within a transaction. */
type Inside = Omit<Context, 'db'> & { tx: Transaction<Tables> }

export interface Edited {
  product: ProductRecord
  undo: string | null
}

/** What a product as `GET` gives it has beside the fields: a product may be sent back as it is. */
const READ_ONLY = new Set(['_id', 'version', 'stock', 'coming', 'page', 'preview', 'createdAt'])

type EditCode = 'not_found' | 'changed_meanwhile' | 'conflict' | 'invalid_input'

/** Creates a product: a draft unless its state says otherwise. Refused: what an import would refuse, an `_id` that is taken. */
export async function createProduct(
  { db, settings, actor }: Context,
  fields: WrittenFields,
): Promise<Result<Edited, 'conflict' | 'invalid_input'>> {
  const unknown = unknownField(fields)
  if (unknown !== null) return unknown
  const { _id, createdAt: _, ...named } = fields
  const id = typeof _id === 'string' && _id !== '' ? _id : slugOf(String(fields.name ?? ''))
  return transact<Tables, Edited, 'conflict' | 'invalid_input'>(db, async (tx) => {
    if (await lockProduct(tx, id)) return refuse('conflict', `There is a product ${id} already.`)
    const written = await insertLine(tx, actor, withoutNulls({ state: 'draft', ...named, _id: id }))
    if (!written.ok) return written
    const row = await findProduct(tx, id)
    if (!row) return refuse('conflict', `The product ${id} couldn’t be read back.`)
    const undo = await storeUndo(tx, actor, { kind: 'product.create', data: { id, version: row.version } })
    return ok({ product: await recordOf({ db: tx, settings }, row), undo })
  })
}

async function insertLine(
  tx: Transaction<Tables>,
  actor: Actor,
  line: WrittenFields,
): Promise<Result<null, 'invalid_input'>> {
  const parsed = parseProduct(line)
  if (!parsed.ok) return refuseErrors(parsed.errors)
  const { pictures: drafts, scheduled, variants, sizes: _, created_at: __, ...columns } = parsed.draft
  const pictures = await resolveAll(drafts)
  if (!pictures.ok) return pictures
  await insertProduct(tx, { ...columns, pictures: pictures.data })
  const problems = await writeVariants(tx, columns, variants)
  if (problems.length > 0) return refuseErrors(problems.map((message) => ({ field: 'variants', message })))
  if (scheduled) await replaceScheduled(tx, columns.id, scheduled, actor)
  await addPictureOrigins(tx, pictures.data)
  const { name, mrp, state } = line
  const after = { name, price: toRupees(paise(columns.price_paise)), mrp, state, skus: variants.map(({ sku }) => sku) }
  await writeAudit(tx, actor, { action: 'product.create', subject: `product:${columns.id}`, before: null, after })
  return ok(null)
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
    const before = lineOf(row)
    const isMoved = fields.price !== undefined && fields.price !== before.price
    const changes = Object.entries(fields).filter(
      // Beside another price, those of variants are meant as they are written: alone it moves them.
      ([name, value]) =>
        !READ_ONLY.has(name) && !((name !== 'variants' || !isMoved) && isSame(name, before[name], value)),
    )
    const clashing = changedSince(
      row,
      changes.map(([name]) => name),
      version,
    )
    if (clashing.length > 0) {
      const current = await recordOf({ db: tx, settings }, row)
      const by = await findLastActor(tx, actor, { subject: `product:${id}` })
      const message = 'Somebody else changed this in the meantime. Your changes aren’t saved yet.'
      return refuseChanged(message, { current, fields: clashing, by })
    }
    const changed = await applyChanges(tx, actor, row, Object.fromEntries(changes))
    return changed.ok ? ok(await showChanged({ tx, settings, actor }, changed.data)) : changed
  })
}

/** A change as its call answers: the product after it, and what takes it back. */
export async function showChanged({ tx, settings, actor }: Inside, { row, undo }: Changed): Promise<Edited> {
  return {
    product: await recordOf({ db: tx, settings }, row),
    undo: undo && (await storeUndo(tx, actor, { kind: 'product.set', data: { ...undo } })),
  }
}

function unknownField(fields: WrittenFields) {
  const name = Object.keys(fields).find((one) => !LINE_NAMES.includes(one) && !READ_ONLY.has(one))
  if (name === undefined) return null
  return refuse('invalid_input', `There is no field ${name}.`, {
    errors: [{ path: name, message: 'There is no such field.' }],
  })
}

/** Those of some fields that were changed after a version. All of them if the version is of a former product of this id. */
function changedSince(row: StoredProduct, names: readonly string[], version: number): string[] {
  if (version > row.version) return [...names]
  return names.filter((name) => versionsOf(name).some((column) => (row.field_versions[column] ?? 0) > version))
}

/** By which of a product's `field_versions` a field of its line changes. */
function versionsOf(name: string): readonly string[] {
  if (name === 'rows') return [...fieldOf('latestArrivals').versions, ...fieldOf('topCollection').versions]
  const field = FIELD_NAMES.find((one) => one === name)
  return field ? fieldOf(field).versions : [name]
}

/** Changes a locked product. While a sale runs or is planned, a price is the usual one. */
async function applyChanges(
  tx: Transaction<Tables>,
  actor: Actor,
  row: StoredProduct,
  changes: WrittenFields,
): Promise<Result<Changed, 'invalid_input'>> {
  const { price, mrp, ...others } = changes
  const prices = scheduledPricesOf(row)
  const isUsual = (price !== undefined || mrp !== undefined) && !('scheduled' in changes)
  if (!isUsual || !prices.some(({ change }) => change.endsSale)) return changeFields(tx, actor, row, changes)
  const parsed = parseFields(withoutUndefined({ price, mrp }))
  if (!parsed.ok) return refuseErrors(parsed.errors)
  const usual = await changeUsualPrice(tx, actor, row, parsed.data.fields, prices)
  if (!usual.ok) return usual
  const done = await changeFields(tx, actor, usual.data, others)
  return done.ok ? ok({ row: done.data.row, undo: differenceOf(row, done.data.row) }) : done
}

const withoutUndefined = (fields: WrittenFields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function isSame(name: string, before: unknown, after: unknown): boolean {
  if (name === 'variants') return isDeepStrictEqual(shapeOf(before), shapeOf(after))
  return isDeepStrictEqual(before ?? null, after ?? null)
}

/** Variants without their stock, which isn't changed here. */
function shapeOf(variants: unknown): unknown {
  if (!Array.isArray(variants)) return variants
  return variants.map((one) => (isObject(one) ? { ...one, quantity: 0 } : one))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

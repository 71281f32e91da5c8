import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { paise, toPaise, toRupees } from '#platform/money.ts'
import { markdownWords } from '#platform/text/markdown.server.ts'
import { writeAudit } from '../../audit/sql.server.ts'
import type { Tables } from '../../tables.server.ts'
import type { ProductDetails } from '../tables.server.ts'
import type { ProductChanges, ProductFields } from './fields.server.ts'
import { type lockProduct, updateProduct } from './sql.server.ts'

/** A locked product. */
export type Row = NonNullable<Awaited<ReturnType<typeof lockProduct>>>

/** Writes fields of a locked product with an audit line of those that change. */
export async function applyFields(
  tx: Transaction<Tables>,
  actor: Actor,
  row: Row,
  named: ProductChanges,
): Promise<void> {
  // A new plain description replaces the Markdown one.
  const changes = { ...(named.description === undefined ? {} : { descriptionMarkdown: null }), ...named }
  const fields = fieldsOf(row)
  const before: Record<string, unknown> = fields
  const changed = Object.entries(changes).filter(([name, value]) => before[name] !== value)
  if (changed.length === 0) return
  await updateProduct(tx, row.id, columnsOf(row, { ...fields, ...changes }))
  await writeAudit(tx, actor, {
    action: 'product.set',
    subject: `product:${row.id}`,
    before: Object.fromEntries(changed.map(([name]) => [name, before[name]])),
    after: Object.fromEntries(changed),
  })
}

/** Converts a product's columns to the fields that staff write. */
export function fieldsOf(row: Omit<Row, 'id' | 'pictures' | 'demonstration' | 'created_at'>): ProductFields {
  return {
    name: row.name,
    price: toRupees(paise(row.price_paise)),
    mrp: row.mrp_paise === null ? null : toRupees(paise(row.mrp_paise)),
    description: row.description,
    descriptionMarkdown: row.details.descriptionMarkdown ?? null,
    // Safe cast: imports and staff write only these values.
    categories: row.category as ProductFields['categories'],
    subcategory: row.subcategory,
    pattern: row.pattern,
    fabric: row.fabric,
    fit: row.fit,
    collection: row.details.collection ?? null,
    badge: row.details.badge ?? null,
    hsn: row.details.hsn ?? null,
    latestArrivals: row.latest_rank,
    topCollection: row.top_rank,
    position: row.position,
  }
}

function columnsOf(row: Row, fields: ProductFields) {
  const { descriptionMarkdown: _text, hsn: _hsn, collection: _collection, ...others } = row.details
  const description = fields.descriptionMarkdown
    ? markdownWords(fields.descriptionMarkdown, { keepsLines: true })
    : fields.description
  const { hindi } = row.details
  const details: ProductDetails = {
    ...others,
    ...(hindi?.description && description !== row.description ? { hindi: { ...hindi, outdated: true } } : {}),
    badge: fields.badge,
    ...(fields.descriptionMarkdown ? { descriptionMarkdown: fields.descriptionMarkdown } : {}),
    ...(fields.hsn ? { hsn: fields.hsn } : {}),
    ...(fields.collection ? { collection: fields.collection } : {}),
  }
  return {
    name: fields.name,
    price_paise: toPaise(fields.price) ?? row.price_paise,
    mrp_paise: fields.mrp === null ? null : toPaise(fields.mrp),
    description,
    category: fields.categories,
    subcategory: fields.subcategory,
    pattern: fields.pattern,
    fabric: fields.fabric,
    fit: fields.fit,
    details: JSON.stringify(details),
    latest_rank: fields.latestArrivals,
    top_rank: fields.topCollection,
    position: fields.position,
  }
}

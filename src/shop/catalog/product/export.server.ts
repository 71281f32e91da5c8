import type { Kysely } from 'kysely'
import { paise, toRupees } from '#platform/money.ts'
import type { Tables } from '../../tables.server.ts'
import { type ExportRow, readExportRows } from './export-sql.server.ts'
import { exportPicture } from './pictures.server.ts'

/** The catalogue in the shop's own format: a line for each product, without its line break, ordered by `_id`. */
export async function* exportCatalog(db: Kysely<Tables>): AsyncGenerator<string> {
  for await (const rows of readExportRows(db)) for (const row of rows) yield JSON.stringify(toLine(row))
}

/** A line of the shop's own format. */
export interface ProductLine extends Record<string, unknown> {
  variants: ExportRow['variants']
  pictures: Record<string, unknown>[]
}

/** A product as a line of the shop's own format. Fields that it lacks are missing. */
export function toLine(row: ExportRow): ProductLine {
  const { badge, collection, descriptionMarkdown, gsm, care, hindi, countryOfOrigin, hsn, measurements } = row.details
  const ranks = {
    ...(row.latest_rank === null ? {} : { latestArrivals: row.latest_rank }),
    ...(row.top_rank === null ? {} : { topCollection: row.top_rank }),
  }
  return {
    _id: row.id,
    name: row.name,
    price: toRupees(paise(row.price_paise)),
    ...(row.mrp_paise === null ? {} : { mrp: toRupees(paise(row.mrp_paise)) }),
    ...(row.state === 'published' ? {} : { state: row.state }),
    description: row.description,
    ...(descriptionMarkdown ? { descriptionMarkdown } : {}),
    categories: row.category,
    subcategory: row.subcategory,
    pattern: row.pattern,
    fabric: row.fabric,
    fit: row.fit,
    ...(collection ? { collection } : {}),
    colors: row.colors,
    variants: row.variants,
    pictures: row.pictures.map(exportPicture),
    ...(row.latest_rank === null && row.top_rank === null ? {} : { rows: ranks }),
    ...(row.position === null ? {} : { position: row.position }),
    ...(badge ? { badge } : {}),
    createdAt: row.created_at.toISOString(),
    ...(row.scheduled.length > 0 ? { scheduled: row.scheduled.map(toScheduled) } : {}),
    ...(row.moved_from.length > 0 ? { movedFrom: row.moved_from } : {}),
    ...(gsm ? { gsm } : {}),
    ...(care?.length ? { care } : {}),
    ...(hindi ? { hindi } : {}),
    ...(countryOfOrigin ? { countryOfOrigin } : {}),
    ...(hsn ? { hsn } : {}),
    ...(measurements ? { measurements } : {}),
  }
}

function toScheduled({ at, change }: ExportRow['scheduled'][number]): Record<string, unknown> {
  return { at: new Date(at).toISOString(), ...change }
}

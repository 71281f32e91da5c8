import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.server.ts'
import { type ExportRow, readExportRows } from './export-sql.server.ts'
import { valuesOf } from './fields.server.ts'
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

/** A product as a line of the shop's own format. Fields that it lacks are missing, as is the state of a published one. */
export function toLine(row: ExportRow): ProductLine {
  const { latestArrivals, topCollection, state, movedFrom, ...fields } = valuesOf(row)
  const ranks = withoutNulls({ latestArrivals, topCollection })
  return {
    _id: row.id,
    ...withoutNulls(fields),
    ...(state === 'published' ? {} : { state }),
    colors: row.colors,
    variants: row.variants,
    pictures: row.pictures.map(exportPicture),
    ...(Object.keys(ranks).length === 0 ? {} : { rows: ranks }),
    createdAt: row.created_at.toISOString(),
    ...(row.scheduled.length > 0 ? { scheduled: row.scheduled.map(toScheduled) } : {}),
    ...(movedFrom.length > 0 ? { movedFrom } : {}),
  }
}

/** Null clears a field, and a line doesn't have it. */
export function withoutNulls(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}

function toScheduled({ at, change }: ExportRow['scheduled'][number]): Record<string, unknown> {
  return { at: new Date(at).toISOString(), ...change }
}

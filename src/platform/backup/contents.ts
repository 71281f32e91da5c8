import { z } from 'zod'

/**
 * What a backup contains. It's a tar archive, so that other programs can open it too: first the header, then the rows of
 * every table as PostgreSQL's COPY writes them (text, in gzipped parts), then the pictures under their own names, and
 * last the manifest with its checksum. An archive without a manifest is incomplete.
 */
export const HEADER = 'backup.json'
export const MANIFEST = 'manifest.json'
export const MANIFEST_CHECKSUM = 'manifest.sha256'
const ROWS = /^rows\/([^/]+)\/\d+\.gz$/

/** A later version of the shop with another format still reads this one. */
export const FORMAT = 1

export const rowsEntry = (table: string, part: number) => `rows/${table}/${String(part).padStart(5, '0')}.gz`
/** The table of an entry with rows, or null. */
export const tableOfEntry = (name: string) => ROWS.exec(name)?.[1] ?? null

export const headerSchema = z.object({
  kind: z.literal('shop-backup'),
  format: z.number(),
  /** The moment of the snapshot. */
  at: z.iso.datetime(),
  /** The versions of the shop and of PostgreSQL that wrote it. */
  shop: z.string(),
  postgres: z.string(),
  /** The migrations that made the tables, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
export type Header = z.infer<typeof headerSchema>

const pictureSchema = z.object({
  name: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  /** The entry with its bytes, another picture's if both have the same; or with `beside` a file beside the backup. */
  at: z.string(),
  beside: z.boolean(),
})
export type BackedUpPicture = z.infer<typeof pictureSchema>

export const manifestSchema = z.object({
  /** The number of rows by table. */
  rows: z.record(z.string(), z.number()),
  pictures: z.array(pictureSchema),
  /** SHA-256 in hex of every entry before the manifest, by name. */
  entries: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A backup that can't be made or restored. `message` is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name: string = 'BackupError'
}

/** Another process is making a backup. */
export class BackupBusyError extends BackupError {
  override readonly name = 'BackupBusyError'
}

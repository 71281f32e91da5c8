import { createHash } from 'node:crypto'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { inspectPicture } from '#platform/pictures/inspect-picture.server.ts'
import { isStored, readPicture, storePicture } from '#platform/pictures/store-picture.server.ts'
import { pictureAlt } from '../catalog/messages.ts'
import { changeFields, lineOf } from '../catalog/product/change.server.ts'
import { type Edited, showChanged } from '../catalog/product/edit.server.ts'
import { findProduct } from '../catalog/product/export-sql.server.ts'
import { lockProduct } from '../catalog/product/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { nameFor } from './folder-pictures.server.ts'
import { openPictureJournal } from './picture-journal.server.ts'

/** Decoding one may take 240 MB. */
const queue = bulkhead(1, 12)
const MAX_PICTURES = 200
const BUSY = 'Several pictures are being stored. Please send this one again in a moment.'

interface NewPicture {
  bytes: Uint8Array
  /** As the device names it. */
  name?: string | undefined
  color?: string | undefined
  view?: string | undefined
  /** By default from the product's name, colour and view. */
  alt?: string | undefined
}

type PictureCode = 'not_found' | 'unreadable_picture' | 'conflict' | 'shop_busy' | 'invalid_input'

/**
 * Stores a picture and adds it to a product, after the others of its colour: upright, at most 2,400 pixels a side,
 * without what the camera wrote into it. Each refusal is a sentence about this picture. Given twice it's there once.
 */
export async function addPicture(
  { db, settings, pictures, config, actor }: Pick<Shop, 'db' | 'settings' | 'pictures' | 'config'> & { actor: Actor },
  id: string,
  { bytes, name = 'picture', color = '', view = 'front', alt }: NewPicture,
): Promise<Result<Edited, PictureCode>> {
  const product = await findProduct(db, id)
  if (!product) return refuse('not_found', `There is no product ${id}.`)
  if (color !== '' && !product.colors.includes(color))
    return refuse('invalid_input', `${product.name} has no colour ${color}.`)
  const size = await inspectPicture(bytes)
  if (typeof size === 'string') return refuse('unreadable_picture', `This picture ${size}.`)
  const file = nameFor(`${id}-${name}`, createHash('sha256').update(bytes).digest('hex'))
  const place = { store: pictures.published, file }
  const journal = openPictureJournal(config.dataDir)
  const stored = await queue
    .execute(async () => {
      await journal.add(file)
      return ((await isStored(place)) ? await readPicture(place) : null) ?? (await storePicture({ bytes, ...place }))
    })
    .catch((error: unknown) => {
      if (error instanceof BulkheadRejectedError) return 'busy' as const
      throw error
    })
  if (stored === 'busy') return refuse('shop_busy', BUSY, { retryAfter: 5 })
  if (!stored) return refuse('unreadable_picture', 'This picture is damaged.')
  const { hash, width, height, tone, garment } = stored
  const facts = { width, height, tone, hash, swatch: garment }
  const result = await transact<Tables, Edited, PictureCode>(db, async (tx) => {
    const row = await lockProduct(tx, id)
    if (!row) return refuse('not_found', `There is no product ${id}.`)
    const before = lineOf(row)
    if (before.pictures.length >= MAX_PICTURES)
      return refuse('conflict', `A product has at most ${MAX_PICTURES} pictures.`)
    if (before.pictures.some((one) => one.file === file))
      return refuse('conflict', 'The product has this picture already.')
    const text = alt ?? pictureAlt({ name: row.name, color, view })
    const added = { file, color, view, alt: text, ...facts }
    const last = before.pictures.findLastIndex((one) => one.color === color)
    const at = last < 0 ? before.pictures.length : last + 1
    const changed = await changeFields(tx, actor, row, { pictures: before.pictures.toSpliced(at, 0, added) })
    return changed.ok ? ok(await showChanged({ tx, settings, actor }, changed.data)) : changed
  })
  await (result.ok ? journal.committed() : journal.stopped())
  return result
}

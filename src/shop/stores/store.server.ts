import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../tables.server.ts'
import { type Store, store } from './contract.ts'

/** Every store, in the owner's order. */
export async function readStores(db: Kysely<Tables>): Promise<Store[]> {
  return db
    .selectFrom('stores')
    .select(['id', 'name', 'address', 'lat', 'lng', 'status', 'phone', 'hours'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export interface StoresReport {
  ok: boolean
  stores: number
  errors: { line: number; message: string }[]
}

const line = (max: number) => z.string().trim().min(1).max(max)
const storeRow = store.extend({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be of small letters, digits and hyphens'),
  name: line(120),
  address: line(300),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  phone: z.string().trim().max(40).default(''),
  hours: z.string().trim().max(120).default(''),
})

/**
 * Replaces the list of stores by JSON Lines: `{id, name, address, lat, lng, status, phone?, hours?}` each. All or none:
 * one bad line and nothing is written; each is reported by its number.
 */
export async function importStores(db: Kysely<Tables>, lines: AsyncIterable<string> | Iterable<string>) {
  const { stores, errors, read } = await readStoreLines(lines)
  const report: StoresReport = { ok: errors.length === 0, stores: read, errors }
  if (!report.ok) return report
  const write = async (trx: Kysely<Tables>) => {
    await trx.deleteFrom('stores').execute()
    if (stores.length > 0)
      await trx
        .insertInto('stores')
        .values(stores.map((one, position) => ({ ...one, position })))
        .execute()
  }
  await (db.isTransaction ? write(db) : db.transaction().execute(write))
  return report
}

async function readStoreLines(lines: AsyncIterable<string> | Iterable<string>) {
  const stores: Store[] = []
  const errors: StoresReport['errors'] = []
  const seen = new Set<string>()
  let number = 0
  for await (const written of lines) {
    number++
    const one = readStore(written)
    if (one === null) continue
    if (typeof one === 'string') errors.push({ line: number, message: one })
    else if (seen.has(one.id)) errors.push({ line: number, message: `The id ${one.id} comes twice.` })
    else stores.push(one)
    if (typeof one !== 'string') seen.add(one.id)
  }
  return { stores, errors, read: stores.length }
}

function readStore(written: string): Store | string | null {
  const text = written.replace(/^\ufeff/, '').trim()
  if (text === '') return null
  try {
    const outcome = storeRow.safeParse(JSON.parse(text))
    if (outcome.success) return outcome.data
    return outcome.error.issues.map((issue) => `${issue.path.join('.') || 'The line'}: ${issue.message}`).join('; ')
  } catch {
    return 'This line is not JSON.'
  }
}

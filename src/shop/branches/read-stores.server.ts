import { z } from 'zod'
import { fieldErrors } from '#platform/api/field-errors.server.ts'
import type { StoredBranch } from './sql.server.ts'
import { type ImportedStores, newStore } from './staff-contract.ts'

export type StoreLines = AsyncIterable<string> | Iterable<string>

type FileError = ImportedStores['errors'][number]

const ID = 'Please give an id of lowercase letters, digits and hyphens, such as bandra-west.'
const storeLine = newStore.extend({
  id: z
    .string({ error: ID })
    .max(100, ID)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, ID),
})

/** What an empty list gives as its file. */
const EXAMPLE: StoredBranch = {
  id: 'jaipur',
  name: 'Neem & Noor, Jaipur',
  address: '12 Johari Bazaar, Jaipur 302003',
  lat: 26.9239,
  lng: 75.8267,
  status: 'Open',
  phone: '+91 141 400 1234',
  hours: '',
  opening: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'], from: '11:00', to: '20:00' }],
  note: 'Closed on 15 August',
  hindi: { note: '15 अगस्त को बंद' },
}

/** Stores as the lines of a file, for `readStores`; an example if there are none. */
export function storeLines(stores: readonly StoredBranch[]): string[] {
  return (stores.length > 0 ? stores : [EXAMPLE]).map((store) => JSON.stringify(store))
}

/**
 * The stores of JSON Lines, each `{id, name, address, lat, lng, status, phone?, hours?, opening?, note?, hindi?}`, and everything
 * that is wrong with them. A file without stores is an error in line 0.
 */
export async function readStores(lines: StoreLines): Promise<{ stores: StoredBranch[]; errors: FileError[] }> {
  const stores: StoredBranch[] = []
  const errors: FileError[] = []
  const lineOf = new Map<string, number>()
  let row = 0
  for await (const line of lines) {
    row++
    const text = line.replace(/^\ufeff/, '').trim()
    if (text === '') continue
    const read = readStore(text)
    if (!read.ok) {
      errors.push(...read.errors.map((error) => ({ row, ...error })))
      continue
    }
    const { id } = read.store
    const earlier = lineOf.get(id)
    if (earlier !== undefined) errors.push({ row, column: 'id', message: `The id ${id} is in line ${earlier} too.` })
    else {
      lineOf.set(id, row)
      stores.push(read.store)
    }
  }
  if (stores.length === 0 && errors.length === 0)
    errors.push({ row: 0, column: '', message: 'There are no stores in this file.' })
  return { stores, errors }
}

type ReadStore = { ok: true; store: StoredBranch } | { ok: false; errors: Omit<FileError, 'row'>[] }

function readStore(text: string): ReadStore {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, errors: [{ column: '', message: 'This line isn’t JSON.' }] }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, errors: [{ column: '', message: 'This line must be a store as a JSON object.' }] }
  const outcome = storeLine.safeParse(value, { error: fieldErrors })
  if (outcome.success) return { ok: true, store: outcome.data }
  return {
    ok: false,
    errors: outcome.error.issues.map(({ path, message }) => ({ column: path.join('.'), message })),
  }
}

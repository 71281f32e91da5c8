import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { openingText } from './messages.ts'
import type { StoredBranch } from './sql.server.ts'
import type { ImportedStores } from './staff-contract.ts'

const MAX_CHANGES = 100

type Difference = Pick<ImportedStores, 'added' | 'changed' | 'removed' | 'unchanged' | 'isReordered' | 'changes'>

/** What a list of stores would change in another one, in words. */
export function storeDifference(before: readonly StoredBranch[], after: readonly StoredBranch[]): Difference {
  const [old, next] = [before, after].map((list) => new Map(list.map((store) => [store.id, store])))
  const removed = before.filter(({ id }) => !next?.has(id))
  const added = after.filter(({ id }) => !old?.has(id))
  const changed = after.flatMap((store) => {
    const was = old?.get(store.id)
    const fields = was ? FIELDS.filter((name) => !isDeepStrictEqual(was[name], store[name])) : []
    return was && fields.length > 0 ? [{ store, was, fields }] : []
  })
  const kept = (list: readonly StoredBranch[]) => list.map(({ id }) => id).filter((id) => old?.has(id) && next?.has(id))
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    unchanged: after.length - added.length - changed.length,
    isReordered: !isDeepStrictEqual(kept(before), kept(after)),
    changes: [
      ...removed.map(({ name, address }) => ({ key: name, from: address, to: null })),
      ...changed.map(({ store, was, fields }) => ({
        key: was.name,
        from: fieldTexts(was, fields),
        to: fieldTexts(store, fields),
      })),
      ...added.map(({ name, address }) => ({ key: name, from: null, to: address })),
    ].slice(0, MAX_CHANGES),
  }
}

/** True if a difference says that nothing changes. */
export function isSameList({ added, changed, removed, isReordered }: Difference): boolean {
  return added + changed + removed === 0 && !isReordered
}

/** Of the whole list: another one if anything of it is different. */
export function listVersion(stores: readonly StoredBranch[]): string {
  const values = stores.map((store) => [store.id, ...FIELDS.map((field) => store[field])])
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
}

const FIELDS = [
  'name',
  'address',
  'lat',
  'lng',
  'status',
  'phone',
  'hours',
  'opening',
  'note',
  'hindi',
] as const satisfies readonly (keyof StoredBranch)[]
type Field = (typeof FIELDS)[number]

function fieldTexts(store: StoredBranch, fields: readonly Field[]): string {
  return fields.map((field) => fieldText(store, field) || '(empty)').join('; ')
}

function fieldText(store: StoredBranch, field: Field): string {
  if (field === 'opening') return openingText(store.opening)
  if (field === 'hindi') return [store.hindi.hours, store.hindi.note].filter(Boolean).join('. ')
  return String(store[field])
}

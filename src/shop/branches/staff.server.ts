import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { changedSince, recordVersion } from '#platform/api/record-version.server.ts'
import { ok, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { slugOf } from '#platform/text/slug.ts'
import { type AuditEntry, findLastActor, writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { isSameList, listVersion, storeDifference } from './differences.server.ts'
import { changeBetween, idsOf, type ListChange, listChange, takeBack } from './list-changes.server.ts'
import { readStores, type StoreLines } from './read-stores.server.ts'
import { type BranchRow, lockBranches, readBranches, replaceBranches, type StoredBranch } from './sql.server.ts'
import type { ImportedStores, NewStore, StaffStore, StoreChange } from './staff-contract.ts'

const NO_STORE = 'This store doesn’t exist. It may have been removed.'
const STORE_CHANGED = 'Somebody else changed this in the meantime. Your changes aren’t saved yet.'
const LIST_CHANGED = 'Somebody changed the stores in the meantime. Please preview the file again.'

type Db = Kysely<Tables>
type Undone = { undo: string | null }
type ChangedStore = Undone & { store: StaffStore }

/** A line of the log, and the action of the line that its undo writes. */
type Line = AuditEntry & { back: string }

const subjectOf = (id: string) => `store:${id}`
const placeOf = (list: readonly BranchRow[], id: string) => list.findIndex((one) => one.id === id) + 1

/** A row without its place. */
function toStore({ position: _, demonstration: __, ...store }: BranchRow): StoredBranch {
  return store
}

/** A store as staff see it, with the version of its fields. */
export function toStaffStore(store: StoredBranch): StaffStore {
  const { id: _, ...fields } = store
  return { ...store, version: recordVersion(fields) }
}

/** Adds a store at the end of the list. Its id is made of its name, and stays. */
export function addStore(db: Db, actor: Actor, fields: NewStore): Promise<Result<ChangedStore, never>> {
  return transact(db, async (tx) => {
    const list = await lockBranches(tx)
    const position = Math.max(-1, ...list.map((one) => one.position)) + 1
    const row = { ...fields, id: freeId(fields.name, list), position, demonstration: false }
    const line = { action: 'store.add', back: 'store.remove', subject: subjectOf(row.id), before: null, after: fields }
    return ok({ store: toStaffStore(toStore(row)), undo: await write(tx, actor, line, { before: [], after: [row] }) })
  })
}

/** An id that no store has: of the name, or else with a number. */
function freeId(name: string, list: readonly BranchRow[]): string {
  const slug = slugOf(name) || 'store'
  const ids = new Set(list.map(({ id }) => id))
  let id = slug
  for (let number = 2; ids.has(id); number++) id = `${slug}-${number}`
  return id
}

/** Changes fields of a store. `from`: its version on the screen; refused if one of the fields was changed since. */
export function changeStore(
  db: Db,
  actor: Actor,
  id: string,
  change: StoreChange,
  from: string | null = null,
): Promise<Result<ChangedStore, 'not_found' | 'changed_meanwhile'>> {
  return transact<Tables, ChangedStore, 'not_found' | 'changed_meanwhile'>(db, async (tx) => {
    const row = (await lockBranches(tx)).find((one) => one.id === id)
    if (!row) return refuse('not_found', NO_STORE)
    // Safe cast: the keys of a change.
    const names = (Object.keys(change) as (keyof StoreChange)[]).filter(
      (name) => change[name] !== undefined && !isDeepStrictEqual(change[name], row[name]),
    )
    const { id: _, ...now } = toStore(row)
    const fields = changedSince(from, now, names)
    const current = toStaffStore(toStore(row))
    if (fields.length > 0)
      return refuseChanged(STORE_CHANGED, {
        current,
        fields,
        by: await findLastActor(tx, actor, { subject: subjectOf(id) }),
      })
    if (names.length === 0) return ok({ store: current, undo: null })
    const valuesOf = (from: Partial<Record<keyof StoreChange, unknown>>) =>
      Object.fromEntries(names.map((name) => [name, from[name]]))
    const next = { ...row, ...valuesOf(change) }
    const line = { subject: subjectOf(id), before: valuesOf(row), after: valuesOf(change) }
    const undo = await write(
      tx,
      actor,
      { action: 'store.set', back: 'store.set', ...line },
      { before: [row], after: [next] },
    )
    return ok({ store: toStaffStore(toStore(next)), undo })
  })
}

/** Removes a store. */
export function removeStore(db: Db, actor: Actor, id: string): Promise<Result<Undone, 'not_found'>> {
  return transact<Tables, Undone, 'not_found'>(db, async (tx) => {
    const row = (await lockBranches(tx)).find((one) => one.id === id)
    if (!row) return refuse('not_found', NO_STORE)
    const { id: _, ...before } = toStore(row)
    const line = { action: 'store.remove', back: 'store.restore', subject: subjectOf(id), before, after: null }
    return ok({ undo: await write(tx, actor, line, { before: [row], after: [] }) })
  })
}

/** Moves a store to another place, counted from 1; past the end it's the last one. */
export function moveStore(db: Db, actor: Actor, id: string, to: number): Promise<Result<Undone, 'not_found'>> {
  return transact<Tables, Undone, 'not_found'>(db, async (tx) => {
    const list = await lockBranches(tx)
    const row = list.find((one) => one.id === id)
    if (!row) return refuse('not_found', NO_STORE)
    const others = list.filter((one) => one.id !== id)
    const moved = others.toSpliced(to - 1, 0, row).map((one, position) => ({ ...one, position }))
    const [before, after] = [{ place: placeOf(list, id) }, { place: placeOf(moved, id) }]
    if (before.place === after.place) return ok({ undo: null })
    const line = { action: 'store.move', back: 'store.move', subject: subjectOf(id), before, after }
    return ok({ undo: await write(tx, actor, line, changeBetween(list, moved)) })
  })
}

/**
 * Replaces the list by the stores of a file (`readStores`): all or nothing. With `dryRun` it only says what would change. Refused
 * if `version` is given and the list is another one by now. `db` may be a transaction.
 */
export async function importStores(
  db: Db,
  actor: Actor,
  lines: StoreLines,
  { dryRun = false, version = null }: { dryRun?: boolean; version?: string | null } = {},
): Promise<Result<ImportedStores, 'changed_meanwhile'>> {
  const { stores, errors } = await readStores(lines)
  const compare = (list: readonly StoredBranch[]) => ({
    stores: stores.length,
    errors,
    ...storeDifference(list, errors.length > 0 ? list : stores),
    version: listVersion(list),
    undo: null,
  })
  if (dryRun || errors.length > 0) return ok(compare(await readBranches(db)))
  const work = async (tx: Transaction<Tables>): Promise<Result<ImportedStores, 'changed_meanwhile'>> => {
    const list = await lockBranches(tx)
    const report = compare(list.map(toStore))
    if (version !== null && version !== report.version) return refuse('changed_meanwhile', LIST_CHANGED)
    if (isSameList(report)) return ok(report)
    const rows = stores.map((store, position) => ({ ...store, position, demonstration: false }))
    const [before, after] = [{ stores: list.length }, { stores: stores.length }]
    const line = { action: 'stores.import', back: 'stores.restore', subject: 'stores', before, after }
    return ok({ ...report, undo: await write(tx, actor, line, changeBetween(list, rows)) })
  }
  // Safe cast: Kysely sets `isTransaction` on its own transactions.
  return db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work)
}

/** Writes a change of the list and its line of the log. @returns the id of its undo, for staff with an id */
async function write(
  tx: Transaction<Tables>,
  actor: Actor,
  { back, ...line }: Line,
  change: ListChange,
): Promise<string | null> {
  await replaceBranches(tx, idsOf(change), change.after)
  await writeAudit(tx, actor, line)
  const backLine = { action: back, subject: line.subject, before: line.after, after: line.before }
  return storeUndo(tx, actor, { kind: 'stores', data: { line: backLine, change } })
}

const values = z.record(z.string(), z.unknown()).nullable()
const storedUndo = z.object({
  line: z.object({ action: z.string(), subject: z.string(), before: values, after: values }),
  change: listChange,
})

/** Taking back any change of the list of stores. */
export const branchesUndo: UndoKinds = {
  stores: {
    takesBack: 'PATCH /stores/{id}',
    async work({ tx, actor }, data) {
      const { line, change } = storedUndo.parse(data)
      const rows = takeBack(await lockBranches(tx), change)
      if (rows === null) return refuse('conflict', CHANGED_SINCE)
      await replaceBranches(tx, idsOf(change), rows)
      await writeAudit(tx, actor, line)
      return ok(null)
    },
  },
}

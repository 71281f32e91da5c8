import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { changedSince, recordVersion } from '#platform/api/record-version.server.ts'
import { ok, type Refusal, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { newId } from '#platform/ids.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { findLastActor, writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { codeKey, OFFER_STATES, type OfferState, stateOn } from './rules.ts'
import { type StoredOffer, toOffer } from './sql.server.ts'
import type { ChangedOffer, ListedOffer, NewOffer, StaffOffer } from './staff-contract.ts'
import {
  addCodes,
  countBatch,
  deleteUnusedCodes,
  deleteUnusedOffer,
  lockOffer,
  nameOfCode,
  readOffer,
  replaceCode,
  writeOffer,
} from './staff-sql.server.ts'
import { changedTerms, newTerms, overBy, problemsOf, TERMS, type Terms, type TermsChange, termsOf } from './terms.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

export const NO_OFFER = 'This offer doesn’t exist. Adding it may have been undone.'
const OFFER_CHANGED = 'Somebody else changed this in the meantime. Your changes aren’t saved yet.'
const CODES_MADE = 'Its codes have been created already. Please add another offer for another kind of code.'
const NO_BATCH = 'This offer has no single-use codes. Choose “Single-use codes” first.'
const USED_SINCE = 'This can’t be undone: it has been used.'
const FEW_CODES = 'There aren’t enough free codes of this length. Please choose a longer one.'

const subjectOf = (id: string) => `offer:${id}`

/** An offer in a list, on a day (YYYY-MM-DD, in India). */
export function toListed(row: StoredOffer, day: string): ListedOffer {
  const { emails: _, products, combines, methods, who = 'everyone', ...offer } = toOffer(row)
  return {
    ...offer,
    ...(products && { products: copyLists(products) }),
    ...(methods && { methods: [...methods] }),
    combines: [...combines],
    who,
    state: stateOn(offer, day),
    used: row.used,
    spent: toRupees(paise(row.spent_paise)),
  }
}

function copyLists(products: NonNullable<Terms['products']>): NonNullable<ListedOffer['products']> {
  // Safe cast: copies of the same lists.
  return Object.fromEntries(
    Object.entries(products).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  ) as NonNullable<ListedOffer['products']>
}

/** An offer as staff see it, on a day (YYYY-MM-DD, in India). */
export async function toStaffOffer(db: Db, row: StoredOffer, day: string): Promise<StaffOffer> {
  const offer = toOffer(row)
  return {
    ...toListed(row, day),
    ...(offer.emails && { emails: [...offer.emails] }),
    batch: row.codes === 'batch' ? await countBatch(db, row.id) : { made: 0, used: 0 },
    version: recordVersion(termsOf(offer)),
  }
}

/** What is kept of an offer to take a change back. */
interface Snapshot {
  state: OfferState
  terms: Terms
}

/** Who changes something, and when (YYYY-MM-DD, in India). */
export interface Change {
  actor: Actor
  day: string
}

/** Adds an offer, a draft unless it's said otherwise. Refused: what makes no sense, and a start after its last day. */
export function addOffer(
  db: Db,
  change: Change,
  { state, ...written }: NewOffer,
): Promise<Result<ChangedOffer, 'invalid_input' | 'dates_over'>> {
  return transact<Tables, ChangedOffer, 'invalid_input' | 'dates_over'>(db, async (tx) => {
    const refused = state === 'running' ? refuseOver(newTerms(written), change.day) : null
    return refused ?? addInTransaction(tx, change, { ...written, state })
  })
}

/** The same in a transaction, with an id of one's own, and without a look at the days. */
export async function addInTransaction(
  tx: Tx,
  change: Change,
  { id = newId(), state = 'draft', ...written }: NewOffer & { id?: string | undefined },
): Promise<Result<ChangedOffer, 'invalid_input'>> {
  const terms = newTerms(written)
  const refused = refuseProblems(terms) ?? (await write(tx, id, { state, terms }))
  return refused ?? ok(await record(tx, change, { action: 'offer.add', id, before: null }))
}

type ChangeRefusal = 'invalid_input' | 'not_found' | 'changed_meanwhile'

/** Changes fields of an offer. `from`: its version on the screen; refused if one of the fields was changed since. */
export function changeOffer(
  db: Db,
  change: Change,
  id: string,
  fields: TermsChange,
  from: string | null = null,
): Promise<Result<ChangedOffer, ChangeRefusal>> {
  return transact<Tables, ChangedOffer, ChangeRefusal>(db, (tx) => changeInTransaction(tx, change, id, fields, from))
}

/** The same in a transaction. */
export async function changeInTransaction(
  tx: Tx,
  { actor, day }: Change,
  id: string,
  change: TermsChange,
  from: string | null = null,
): Promise<Result<ChangedOffer, ChangeRefusal>> {
  const row = await lockOffer(tx, id)
  if (!row) return refuse('not_found', NO_OFFER)
  const before = snapshotOf(row)
  const terms = changedTerms(before.terms, change)
  const fields = changedSince(from, before.terms, namesChanged(before.terms, terms))
  if (fields.length > 0)
    return refuseChanged(OFFER_CHANGED, {
      current: await toStaffOffer(tx, row, day),
      fields,
      by: await findLastActor(tx, actor, { subject: subjectOf(id) }),
    })
  const refused = refuseProblems(terms)
  if (refused) return refused
  if (terms.codes !== 'batch' && before.terms.codes === 'batch' && (await countBatch(tx, id)).made > 0)
    return refuse('invalid_input', CODES_MADE, { errors: [{ path: 'codes', message: CODES_MADE }] })
  // One that has ended stays so when its last day is changed: to run again, somebody starts it.
  const taken = await write(tx, id, { state: stateOn(toOffer(row), day), terms })
  return taken ?? ok(await record(tx, { actor, day }, { action: 'offer.set', id, before }))
}

/** Starts an offer. Refused if its last day is over. */
export function startOffer(
  db: Db,
  change: Change,
  id: string,
): Promise<Result<ChangedOffer, 'not_found' | 'dates_over'>> {
  return transact<Tables, ChangedOffer, 'not_found' | 'dates_over'>(db, async (tx) => {
    const row = await lockOffer(tx, id)
    if (!row) return refuse('not_found', NO_OFFER)
    const before = snapshotOf(row)
    const refused = refuseOver(before.terms, change.day)
    if (refused) return refused
    await writeOffer(tx, id, 'running', before.terms)
    return ok(await record(tx, change, { action: 'offer.start', id, before }))
  })
}

/** Stops an offer that runs. Another one stays as it is. */
export function stopOffer(db: Db, change: Change, id: string): Promise<Result<ChangedOffer, 'not_found'>> {
  return transact<Tables, ChangedOffer, 'not_found'>(db, async (tx) => {
    const row = await lockOffer(tx, id)
    if (!row) return refuse('not_found', NO_OFFER)
    const before = snapshotOf(row)
    if (stateOn(toOffer(row), change.day) === 'running') await writeOffer(tx, id, 'stopped', before.terms)
    return ok(await record(tx, change, { action: 'offer.stop', id, before }))
  })
}

const snapshotOf = (row: StoredOffer): Snapshot => ({ state: row.state, terms: termsOf(toOffer(row)) })

const namesChanged = (before: Terms, after: Terms) =>
  TERMS.filter((name) => !isDeepStrictEqual(before[name], after[name]))

function refuseProblems(terms: Terms): Refusal<'invalid_input'> | null {
  const errors = problemsOf(terms)
  return errors[0] ? refuse('invalid_input', errors[0].message, { errors }) : null
}

function refuseOver(terms: Terms, day: string): Refusal<'dates_over'> | null {
  const message = overBy(terms, day)
  return message === null ? null : refuse('dates_over', message, { errors: [{ path: 'to', message }] })
}

/** Writes what a change made of an offer into the log, and keeps what takes it back. @returns the offer as it is now */
async function record(
  tx: Tx,
  { actor, day }: Change,
  { action, id, before }: { action: string; id: string; before: Snapshot | null },
): Promise<ChangedOffer> {
  const row = await readOffer(tx, id)
  if (!row) throw new Error(`the offer ${id} was just written`)
  const after = snapshotOf(row)
  const offer = await toStaffOffer(tx, row, day)
  if (isDeepStrictEqual(before, after)) return { ...offer, undo: null }
  await writeAudit(tx, actor, { action, subject: subjectOf(id), ...differences(before, after) })
  return { ...offer, undo: await storeUndo(tx, actor, { kind: 'offer', data: { id, before, after } }) }
}

/** Refused: a code that another offer has. */
async function write(tx: Tx, id: string, { state, terms }: Snapshot): Promise<Refusal<'invalid_input'> | null> {
  await writeOffer(tx, id, state, terms)
  if (await replaceCode(tx, id, terms.code)) return null
  const name = await nameOfCode(tx, terms.code ?? '')
  const message = `${codeKey(terms.code ?? '')} is a code of “${name ?? ''}” already. Please choose another.`
  return refuse('invalid_input', message, { errors: [{ path: 'code', message }] })
}

/** What the log says of a change: its fields before and after. Of people only how many there are. */
function differences(before: Snapshot | null, after: Snapshot | null) {
  const names =
    before && after
      ? namesChanged(before.terms, after.terms)
      : TERMS.filter((name) => (before ?? after)?.terms[name] !== null)
  const valuesOf = (snapshot: Snapshot | null) =>
    snapshot && {
      ...Object.fromEntries(names.map((name) => [name, logged(snapshot.terms, name)])),
      ...(before?.state === after?.state ? {} : { state: snapshot.state }),
    }
  return { before: valuesOf(before), after: valuesOf(after) }
}

const logged = (terms: Terms, name: keyof Terms): unknown =>
  name === 'emails' ? (terms.emails?.length ?? 0) : terms[name]

/** Without those that are taken for one another: 0 and O, 1 and I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export interface CodesWanted {
  count: number
  prefix: string
  /** Without the prefix. */
  length: number
}

/** Makes codes that each work once. Refused: an offer without such codes, and more than can be found. */
export function makeCodes(
  db: Db,
  actor: Actor,
  id: string,
  { count, prefix, length }: CodesWanted,
): Promise<Result<{ created: number; undo: string | null }, 'not_found' | 'conflict' | 'invalid_input'>> {
  type Made = { created: number; undo: string | null }
  return transact<Tables, Made, 'not_found' | 'conflict' | 'invalid_input'>(db, async (tx) => {
    const offer = await lockOffer(tx, id)
    if (!offer) return refuse('not_found', NO_OFFER)
    if (offer.codes !== 'batch') return refuse('conflict', NO_BATCH)
    // A guess would find one too often.
    if (count > LETTERS.length ** length / 1000)
      return refuse('invalid_input', FEW_CODES, { errors: [{ path: 'length', message: FEW_CODES }] })
    const batch = newId()
    for (let left = count; left > 0; ) {
      const codes = new Set(Array.from({ length: left }, () => prefix.toUpperCase() + randomText(length)))
      left -= await addCodes(tx, id, batch, [...codes])
    }
    await writeAudit(tx, actor, {
      action: 'offer.codes',
      subject: subjectOf(id),
      before: null,
      after: { codes: count, ...(prefix === '' ? {} : { prefix }) },
    })
    return ok({ created: count, undo: await storeUndo(tx, actor, { kind: 'offer.codes', data: { id, batch, count } }) })
  })
}

const randomText = (length: number): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const snapshot = z.object({ state: z.enum(OFFER_STATES), terms: z.custom<Terms>((value) => typeof value === 'object') })
const storedChange = z.object({ id: z.string(), before: snapshot.nullable(), after: snapshot })
const storedCodes = z.object({ id: z.string(), batch: z.string(), count: z.number() })

export const offersUndo: UndoKinds = {
  offer: {
    takesBack: 'PATCH /offers/{id}',
    async work({ tx, actor }, data) {
      const { id, before, after } = storedChange.parse(data)
      const row = await lockOffer(tx, id)
      if (!row || !isDeepStrictEqual(snapshotOf(row), after)) return refuse('conflict', CHANGED_SINCE)
      if (before === null) {
        if (!(await deleteUnusedOffer(tx, id))) return refuse('conflict', USED_SINCE)
      } else {
        const taken = await write(tx, id, before)
        if (taken) return refuse('conflict', taken.message)
      }
      const action = before === null ? 'offer.remove' : 'offer.set'
      await writeAudit(tx, actor, { action, subject: subjectOf(id), ...differences(after, before) })
      return ok(null)
    },
  },
  'offer.codes': {
    takesBack: 'POST /offers/{id}/codes',
    async work({ tx, actor }, data) {
      const { id, batch, count } = storedCodes.parse(data)
      await lockOffer(tx, id)
      if (!(await deleteUnusedCodes(tx, batch))) return refuse('conflict', USED_SINCE)
      await writeAudit(tx, actor, {
        action: 'offer.codes-remove',
        subject: subjectOf(id),
        before: { codes: count },
        after: null,
      })
      return ok(null)
    },
  },
}

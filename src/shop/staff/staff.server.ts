import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, StaffRole } from '#platform/api/identity.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import { storeUndo, type UndoKinds, type UndoWork } from '../undo/undo.server.ts'
import { endKeyRowsOf } from './keys-sql.server.ts'
import * as messages from './messages.ts'
import {
  countOtherOwners,
  createInvitation,
  endAccess,
  findPerson,
  forgetFactors,
  hasFactor,
  invitePerson,
  lockPerson,
  type Person,
  setRole,
} from './sql.server.ts'
import { role, type StaffMember } from './staff-contract.ts'

/** What these need of a shop, or of a command. */
export interface StaffContext {
  db: Shop['db']
  publicUrl: string
}

export const memberOf = ({ id, email, name, role }: Person): StaffMember => ({ id, email, name, role })

/** The token is in the fragment, which browsers don't send: it reaches no log. */
export const linkOf = ({ publicUrl }: StaffContext, token: string) => `${publicUrl}/admin/join#${token}`

/** Invites somebody. A second invitation of somebody who hasn't joined replaces the first one's link. */
export function inviteStaff(
  context: StaffContext,
  actor: Actor,
  { email, role, name = '' }: { email: string; role: StaffRole; name?: string | undefined },
) {
  return transact(context.db, async (tx) => {
    const id = await invitePerson(tx, { email, role, name })
    if (id === null) return refuse('already_staff', messages.ALREADY_STAFF)
    // What an earlier access left behind.
    await forgetFactors(tx, id)
    await endKeysOf(tx, actor, id)
    const token = await createInvitation(tx, id)
    await writeAudit(tx, actor, {
      action: 'staff.invite',
      subject: subjectOf(id),
      before: null,
      after: { email, role },
    })
    return ok({ id, link: linkOf(context, token) })
  })
}

/**
 * Ends somebody's sessions, factors and programs' keys, and makes a new link: for a lost phone, or a link that expired. The last
 * owner is only reset by the command line, which prints the link where nobody is signed in.
 */
export function resetStaff(context: StaffContext, actor: Actor, by: { email: string } | { id: string }) {
  return transact(context.db, async (tx) => {
    const found = await findPerson(tx, by)
    const isCommand = actor.kind === 'staff' && actor.id === undefined
    const person = await lockOther(tx, found?.id ?? '', !isCommand)
    if ('ok' in person) return person
    await forgetFactors(tx, person.id)
    await endKeysOf(tx, actor, person.id)
    const token = await createInvitation(tx, person.id)
    await writeAudit(tx, actor, {
      action: 'staff.reset',
      subject: subjectOf(person.id),
      before: null,
      after: { email: person.email },
    })
    return ok({ id: person.id, link: linkOf(context, token) })
  })
}

/** Changes somebody's role. The last owner stays one. */
export function changeRole(context: StaffContext, actor: Actor, id: string, role: StaffRole) {
  return transact(context.db, async (tx) => {
    const person = await lockOther(tx, id, role !== 'owner')
    if ('ok' in person) return person
    const staff = memberOf({ ...person, role })
    if (person.role === role) return ok({ staff, undo: null })
    await writeRole(tx, actor, id, { from: person.role, to: role })
    return ok({
      staff,
      undo: await storeUndo(tx, actor, { kind: 'staff.role', data: { id, from: person.role, to: role } }),
    })
  })
}

async function writeRole(
  tx: Transaction<Tables>,
  actor: Actor,
  id: string,
  { from, to }: { from: StaffRole; to: StaffRole },
): Promise<void> {
  await setRole(tx, id, to)
  if (to !== 'owner') await endKeysOf(tx, actor, id)
  const [before, after] = [{ role: from }, { role: to }]
  await writeAudit(tx, actor, { action: 'staff.role', subject: subjectOf(id), before, after })
}

const roleChange = z.object({ id: z.string(), from: role, to: role })

const undoRole: UndoWork = async ({ tx, actor }, data) => {
  const { id, from, to } = roleChange.parse(data)
  const person = await lockOther(tx, id, from !== 'owner')
  if ('ok' in person) return person
  if (person.role !== to) return refuse('conflict', CHANGED_SINCE)
  await writeRole(tx, actor, id, { from: to, to: from })
  return ok(null)
}

export const staffUndo: UndoKinds = {
  'staff.role': { takesBack: 'PATCH /staff/{id}', work: undoRole },
}

/** Ends somebody's access, from the next call on. The last owner stays. */
export function endStaff(context: StaffContext, actor: Actor, id: string) {
  return transact(context.db, async (tx) => {
    const person = await lockOther(tx, id, true)
    if ('ok' in person) return person
    await endAccess(tx, id)
    await endKeysOf(tx, actor, id)
    const before = { email: person.email, role: person.role }
    await writeAudit(tx, actor, { action: 'staff.end', subject: subjectOf(id), before, after: null })
    return ok(undefined)
  })
}

/** Ends the keys that somebody made: they don't come to life again with their maker. */
async function endKeysOf(tx: Transaction<Tables>, actor: Actor, staffId: string): Promise<void> {
  for (const { id, name } of await endKeyRowsOf(tx, staffId))
    await writeAudit(tx, actor, { action: 'key.end', subject: `key:${id}`, before: { name }, after: null })
}

const subjectOf = (id: string) => `staff:${id}`

/** Locks a person, and the owners if this one may be the last. */
async function lockOther(tx: Transaction<Tables>, id: string, stopsBeingOwner: boolean) {
  const others = await countOtherOwners(tx, id)
  const person = await lockPerson(tx, id)
  if (!person) return refuse('not_found', messages.NOBODY)
  // Whoever was only invited, or lost their factors, isn't one on whom the shop relies.
  const counts = person.role === 'owner' && person.joinedAt !== null && hasFactor(person)
  if (stopsBeingOwner && counts && others === 0) return refuse('last_owner', messages.LAST_OWNER)
  return person
}

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
import * as messages from './messages.ts'
import {
  countOtherOwners,
  createInvitation,
  endAccess,
  findPerson,
  forgetFactors,
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

export const linkOf = ({ publicUrl }: StaffContext, token: string) => `${publicUrl}/admin/join/${token}`

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

/** Ends somebody's sessions and factors, and makes a new link: for a lost phone. */
export function resetStaff(context: StaffContext, actor: Actor, email: string) {
  return transact(context.db, async (tx) => {
    const person = await findPerson(tx, { email })
    if (!person) return refuse('not_found', messages.NOBODY)
    await forgetFactors(tx, person.id)
    await tx.updateTable('staff').set({ totp_secret: null, totp_pending: null }).where('id', '=', person.id).execute()
    const token = await createInvitation(tx, person.id)
    await writeAudit(tx, actor, {
      action: 'staff.reset',
      subject: subjectOf(person.id),
      before: null,
      after: { email },
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
  const [before, after] = [{ role: from }, { role: to }]
  await writeAudit(tx, actor, { action: 'staff.role', subject: subjectOf(id), before, after })
}

const roleChange = z.object({ id: z.string(), from: role, to: role })

const undoRole: UndoWork = async ({ tx, actor }, data) => {
  const { id, from, to } = roleChange.parse(data)
  // Whoever is no longer an owner doesn't give roles, not even back.
  if (actor.kind !== 'staff' || actor.role !== 'owner') return refuse('conflict', messages.NOT_ALLOWED)
  const person = await lockOther(tx, id, from !== 'owner')
  if ('ok' in person) return person
  if (person.role !== to) return refuse('conflict', CHANGED_SINCE)
  await writeRole(tx, actor, id, { from: to, to: from })
  return ok(null)
}

export const staffUndo: UndoKinds = {
  'staff.role': { isSensitive: true, work: undoRole },
}

/** Ends somebody's access, from the next call on. The last owner stays. */
export function endStaff(context: StaffContext, actor: Actor, id: string) {
  return transact(context.db, async (tx) => {
    const person = await lockOther(tx, id, true)
    if ('ok' in person) return person
    await endAccess(tx, id)
    const before = { email: person.email, role: person.role }
    await writeAudit(tx, actor, { action: 'staff.end', subject: subjectOf(id), before, after: null })
    return ok(undefined)
  })
}

const subjectOf = (id: string) => `staff:${id}`

/** Locks a person, and the owners if this one may be the last. */
async function lockOther(tx: Transaction<Tables>, id: string, stopsBeingOwner: boolean) {
  const others = await countOtherOwners(tx, id)
  const person = await lockPerson(tx, id)
  if (!person) return refuse('not_found', messages.NOBODY)
  if (stopsBeingOwner && person.role === 'owner' && others === 0) return refuse('last_owner', messages.LAST_OWNER)
  return person
}

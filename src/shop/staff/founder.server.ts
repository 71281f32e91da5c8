import type { Actor } from '#platform/api/identity.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { FOUNDER, forgetFounder, lockFounding } from './founder-sql.server.ts'
import { createInvitation, invitePerson } from './sql.server.ts'
import { linkOf, type StaffContext } from './staff.server.ts'

const FIRST_START: Actor = { kind: 'system', job: 'first start' }

/**
 * The link by which a new shop's owner joins, who gives their own address then; null if the shop has staff. A new link
 * replaces the one before.
 */
export async function foundingLink(context: StaffContext): Promise<string | null> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockFounding(tx))) return null
    await forgetFounder(tx)
    const id = await invitePerson(tx, { email: FOUNDER, name: '', role: 'owner' })
    if (id === null) return null
    const token = await createInvitation(tx, id)
    const after = { role: 'owner' }
    await writeAudit(tx, FIRST_START, { action: 'staff.invite', subject: `staff:${id}`, before: null, after })
    return linkOf(context, token)
  })
}

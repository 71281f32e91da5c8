import type { Transaction } from 'kysely'
import { type StaffSession, staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { createSpareCodes, deleteFactor, endOtherSessions, listFactors } from './factors-sql.server.ts'
import { factorMail } from './mails.server.ts'
import * as messages from './messages.ts'
import { lockPerson } from './sql.server.ts'
import type { factorsContract } from './staff-contract.ts'

/** What changed about how somebody gets in; the key is the action of its line of the log. */
const CHANGES = {
  'factor.add': (name: string) => `A second factor was added: ${name}.`,
  'factor.replace': () => 'The authenticator was replaced. Codes of the one before don’t count any more.',
  'factor.remove': (name: string) => `A second factor was removed: ${name}.`,
  'factor.spare-codes': () => 'New spare codes were made. The ones before don’t count any more.',
} as const

/** Writes a change of how somebody gets in into the log, and tells them by mail. `shop.mail.wake()` is to follow. */
export async function noteFactorChange(
  shop: Pick<Shop, 'mail' | 'settings' | 'config'>,
  tx: Transaction<Tables>,
  staff: StaffSession,
  { action, name }: { action: keyof typeof CHANGES; name: string },
): Promise<void> {
  const subject = `staff:${staff.staffId}`
  await writeAudit(tx, staffActor(staff), { action, subject, before: null, after: name === '' ? null : { name } })
  const sender = { settings: shop.settings(), publicUrl: shop.config.publicUrl }
  await shop.mail.enqueue(tx, factorMail({ to: staff.email, what: CHANGES[action](name), ...sender }))
}

/** One's own second factors (CONTRACT part three, Staff site). */
export function createFactorsHandlers(shop: Shop): Handlers<typeof factorsContract> {
  return {
    async 'GET /factors'({ caller: { staff } }) {
      const { items, spareCodes } = await listFactors(shop.db, staff.staffId)
      return ok({
        items: items.map(({ at, usedAt, ...one }) => ({
          ...one,
          at: at.toISOString(),
          usedAt: usedAt?.toISOString() ?? null,
        })),
        spareCodes,
      })
    },

    async 'DELETE /factors/{id}'({ params: { id }, caller: { staff } }) {
      const removed = await transact<Tables, undefined, 'not_found' | 'last_factor'>(shop.db, async (tx) => {
        // Of two at once the second one finds the last.
        await lockPerson(tx, staff.staffId)
        const { items } = await listFactors(tx, staff.staffId)
        const factor = items.find((one) => one.id === id)
        if (!factor) return refuse('not_found', messages.NO_SUCH_FACTOR)
        if (items.length === 1) return refuse('last_factor', messages.LAST_FACTOR)
        await deleteFactor(tx, staff.staffId, id)
        // Whoever came in by it is out.
        await endOtherSessions(tx, staff.staffId, staff.sessionId)
        await noteFactorChange(shop, tx, staff, { action: 'factor.remove', name: factor.name })
        return ok(undefined)
      })
      shop.mail.wake()
      return removed
    },

    async 'POST /spare-codes'({ caller: { staff } }) {
      const spareCodes = await shop.db.transaction().execute(async (tx) => {
        await lockPerson(tx, staff.staffId)
        await noteFactorChange(shop, tx, staff, { action: 'factor.spare-codes', name: '' })
        return createSpareCodes(tx, staff.staffId)
      })
      shop.mail.wake()
      return ok({ spareCodes })
    },
  }
}

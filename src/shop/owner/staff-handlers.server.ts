import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { NOT_ALLOWED } from '../staff/messages.ts'
import { readHome, readOwnToday, todayFor } from './home.server.ts'
import { mayOpen } from './home-rules.ts'
import { readCounts } from './home-sql.server.ts'
import { countsFor } from './live.server.ts'
import { deletePresence, listPresent, writePresence } from './live-sql.server.ts'
import type { ownerStaffContract } from './staff-contract.ts'

/** What waits, and who has what open (CONTRACT part three, Staff site). */
export function createOwnerStaffHandlers(shop: Shop): Handlers<typeof ownerStaffContract> {
  const { db } = shop
  return {
    async 'GET /today'({ caller: { staff } }) {
      return ok(todayFor(await readOwnToday(shop), staff.role))
    },

    async 'GET /home'({ caller: { staff } }) {
      return ok(await readHome(shop, staff.role))
    },

    async 'GET /badges'({ caller: { staff } }) {
      return ok(countsFor(await readCounts(db), staff.role))
    },

    async 'POST /presence'({ body: { subject, isOpen }, caller: { staff } }) {
      if (!mayOpen(subject, staff.role)) return refuse('forbidden', NOT_ALLOWED)
      if (!isOpen) {
        await deletePresence(db, staff.staffId, subject)
        return ok({ others: [] })
      }
      await writePresence(db, staff.staffId, subject)
      const present = await listPresent(db, [], subject)
      return ok({ others: present.filter(({ staffId }) => staffId !== staff.staffId).map(({ name }) => name) })
    },
  }
}

import { renderSVG } from 'uqr'
import { staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { staffCookie } from './gate.server.ts'
import * as messages from './messages.ts'
import { createSignInHandlers } from './sign-in.server.ts'
import { endStaffSession, listStaff, listStaffSessions } from './sql.server.ts'
import { changeRole, endStaff, inviteStaff, resetStaff } from './staff.server.ts'
import type { staffSignInContract } from './staff-contract.ts'

/** Getting in, and who is let in (CONTRACT part three, Staff site). */
export function createStaffHandlers(shop: Shop): Handlers<typeof staffSignInContract> {
  const context = { db: shop.db, publicUrl: shop.config.publicUrl }
  const https = shop.config.publicUrl.startsWith('https:')
  return {
    ...createSignInHandlers(shop),

    async 'GET /session'({ caller: { staff } }) {
      const { staffId, email, name, role } = staff
      return ok({ staff: { id: staffId, email, name, role } })
    },

    async 'DELETE /session'({ caller: { staff } }) {
      await endStaffSession(shop.db, staff.staffId, staff.sessionId)
      return ok(undefined, staffCookie(null, https))
    },

    async 'GET /sessions'({ caller: { staff } }) {
      return ok({ items: await listStaffSessions(shop.db, staff.staffId, staff.sessionId) })
    },

    async 'DELETE /sessions/{id}'({ params: { id }, caller: { staff } }) {
      const isEnded = await endStaffSession(shop.db, staff.staffId, id)
      return isEnded ? ok(undefined) : refuse('not_found', messages.NOBODY)
    },

    async 'GET /staff'() {
      return ok({ items: await listStaff(shop.db), next: null })
    },

    async 'POST /staff'({ body, caller: { staff } }) {
      const invited = await inviteStaff(context, staffActor(staff), body)
      return invited.ok ? ok({ ...invited.data, qr: renderSVG(invited.data.link) }) : invited
    },

    async 'PATCH /staff/{id}'({ params: { id }, body: { role }, caller: { staff } }) {
      return changeRole(context, staffActor(staff), id, role)
    },

    async 'DELETE /staff/{id}'({ params: { id }, caller: { staff } }) {
      return endStaff(context, staffActor(staff), id)
    },

    async 'POST /staff/{id}/reset'({ params: { id }, caller: { staff } }) {
      const reset = await resetStaff(context, staffActor(staff), { id })
      return reset.ok ? ok({ link: reset.data.link, qr: renderSVG(reset.data.link) }) : reset
    },
  }
}

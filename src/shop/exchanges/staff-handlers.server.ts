import { staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { asFile } from '../invoices/handlers.server.ts'
import { readDebitNote } from '../invoices/issue.server.ts'
import { NO_SUCH_PHOTO } from '../reviews/messages.ts'
import { countsOf } from '../shipping/inspection.ts'
import type { Shop } from '../shop.server.ts'
import { listForDesk, showForDesk } from './desk.server.ts'
import { recordDifference } from './difference.server.ts'
import { makeExchangeLink, revokeExchangeLink } from './pay-link.server.ts'
import { isExchangePhoto } from './photos-sql.server.ts'
import { receiveExchange } from './receive.server.ts'
import { approveExchange, recordArrival, refundExchange, refuseExchange, shipExchange } from './staff.server.ts'
import type { DeskCode, exchangesStaffContract } from './staff-contract.ts'

/** The exchange desk (CONTRACT part three, Staff site). */
export function createExchangesStaffHandlers(shop: Shop): Handlers<typeof exchangesStaffContract> {
  const by = (staff: Parameters<typeof staffActor>[0]) => ({ ...shop, actor: staffActor(staff) })
  return {
    async 'GET /exchanges'({ query }) {
      return listForDesk(shop, query)
    },

    async 'GET /exchanges/{id}'({ params: { id }, caller: { staff } }) {
      return showForDesk(shop, id, staff.role)
    },

    async 'GET /exchanges/photos/{id}'({ params: { id } }) {
      const bytes = (await isExchangePhoto(shop.db, id)) ? await shop.photos.read(id) : null
      return bytes ? ok(bytes) : refuse('not_found', NO_SUCH_PHOTO)
    },

    async 'POST /exchanges/{id}/approve'({ params: { id }, body: { carrier, tracking, url }, caller: { staff } }) {
      const pickup = carrier === undefined || tracking === undefined ? undefined : { carrier, tracking, url }
      return narrow(await approveExchange(by(staff), id, pickup))
    },

    async 'POST /exchanges/{id}/difference'({ params: { id }, body, caller: { staff } }) {
      return narrow(await recordDifference(by(staff), id, body))
    },

    async 'POST /exchanges/{id}/pay-link'({ params: { id }, body, caller: { staff } }) {
      return narrow(await makeExchangeLink(by(staff), id, body))
    },

    async 'DELETE /exchanges/{id}/pay-link'({ params: { id }, caller: { staff } }) {
      return narrow(await revokeExchangeLink(by(staff), id))
    },

    async 'GET /exchanges/{id}/debit-note.pdf'({ params: { id } }) {
      const note = await readDebitNote(shop, id)
      return note ? asFile(note) : refuse('not_found', 'This exchange has no debit note.')
    },

    async 'POST /exchanges/{id}/refuse'({ params: { id }, body, caller: { staff } }) {
      return narrow(await refuseExchange(by(staff), id, body.reason))
    },

    async 'POST /exchanges/{id}/receive'({ params: { id }, body, caller: { staff } }) {
      const inspection = { damaged: countsOf(body.damaged), missing: countsOf(body.missing) }
      return narrow(await receiveExchange(by(staff), id, inspection))
    },

    async 'POST /exchanges/{id}/ship'({ params: { id }, body, caller: { staff } }) {
      return narrow(await shipExchange(by(staff), id, body))
    },

    async 'POST /exchanges/{id}/arrived'({ params: { id }, caller: { staff } }) {
      return narrow(await recordArrival(by(staff), id))
    },

    async 'POST /exchanges/{id}/refund'({ params: { id }, body, caller: { staff } }) {
      return narrow(await refundExchange(by(staff), id, body.reason))
    },
  }
}

/** Safe cast: what the functions of exchanges, parcels and refunds refuse with (`DeskCode`). */
const narrow = <T>(result: Result<T>) => result as Result<T, DeskCode | 'invalid_input'>

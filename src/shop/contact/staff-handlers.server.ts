import { staffActor } from '#platform/api/identity.ts'
import { ifMatch } from '#platform/api/if-match.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { addSavedReply, changeSavedReply, deleteSavedReply } from './saved-replies.server.ts'
import type { contactStaffContract } from './staff-contract.ts'
import { answerMessage, listForAnswers, setHidden, showThread } from './threads.server.ts'
import { listSavedReplies } from './threads-sql.server.ts'

/** Messages of the contact form, and texts to answer with (CONTRACT part three, Staff site). */
export function createContactStaffHandlers(shop: Shop): Handlers<typeof contactStaffContract> {
  return {
    async 'GET /messages'({ query }) {
      return listForAnswers(shop, query)
    },

    async 'GET /messages/{id}'({ params: { id } }) {
      return showThread(shop, id)
    },

    async 'POST /messages/{id}/answer'({ params: { id }, body: { text }, caller: { staff } }) {
      return answerMessage(shop, staffActor(staff), id, text)
    },

    async 'POST /messages/{id}/hide'({ params: { id }, caller: { staff } }) {
      return setHidden(shop, staffActor(staff), id, true)
    },

    async 'POST /messages/{id}/show'({ params: { id }, caller: { staff } }) {
      return setHidden(shop, staffActor(staff), id, false)
    },

    async 'GET /saved-replies'() {
      return ok({ items: await listSavedReplies(shop.db), next: null })
    },

    async 'POST /saved-replies'({ body, caller: { staff } }) {
      return addSavedReply(shop, staffActor(staff), body)
    },

    async 'PATCH /saved-replies/{id}'({ params: { id }, body, caller: { staff, headers } }) {
      return changeSavedReply(shop, staffActor(staff), id, { ...body, from: ifMatch(headers) })
    },

    async 'DELETE /saved-replies/{id}'({ params: { id }, caller: { staff } }) {
      return deleteSavedReply(shop, staffActor(staff), id)
    },
  }
}

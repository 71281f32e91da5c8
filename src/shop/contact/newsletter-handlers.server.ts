import { staffActor } from '#platform/api/identity.ts'
import { ifMatch } from '#platform/api/if-match.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { limitStaffMail } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import {
  addDraft,
  changeDraft,
  listNewsletters,
  removeDraft,
  sendDraft,
  showNewsletter,
  testDraft,
} from './drafts.server.ts'
import { isStaffAddress, keepPreview, readPreview } from './drafts-sql.server.ts'
import { newsletterMail } from './mails.server.ts'
import type { newsletterStaffContract } from './newsletter-contract.ts'
import { setStopped } from './staff.server.ts'

/** A mail has its styles inline; it loads the shop's own pictures and nothing else, and stands in a frame of the staff site. */
const FRAMED = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
}

/** Newsletters: drafts, tests, sending and stopping (CONTRACT part three, Staff site). */
export function createNewsletterHandlers(shop: Shop): Handlers<typeof newsletterStaffContract> {
  const stopped = async (id: string, actor: ReturnType<typeof staffActor>, stop: boolean) => {
    const done = await setStopped(shop, actor, id, stop)
    return done.ok ? showNewsletter(shop, id) : done
  }
  return {
    async 'GET /newsletters'({ query }) {
      return listNewsletters(shop, query)
    },

    async 'POST /newsletters'({ body, caller: { staff } }) {
      return addDraft(shop, staffActor(staff), body)
    },

    async 'PUT /newsletters/preview'({ body: { subject, text }, caller: { staff } }) {
      await keepPreview(shop.db, staff.staffId, { subject, body: text })
      return ok(undefined)
    },

    async 'GET /newsletters/preview'({ caller: { staff } }) {
      const issue = await readPreview(shop.db, staff.staffId)
      if (!issue) return refuse('not_found', 'There is no text to preview.')
      const { publicUrl } = shop.config
      const mail = newsletterMail(issue, { to: staff.email, token: 'a-test', publicUrl, settings: shop.settings() })
      return ok(Buffer.from(mail.html ?? ''), FRAMED)
    },

    async 'GET /newsletters/{id}'({ params: { id } }) {
      return showNewsletter(shop, id)
    },

    async 'PATCH /newsletters/{id}'({ params: { id }, body, caller: { staff, headers } }) {
      return changeDraft(shop, staffActor(staff), id, { ...body, from: ifMatch(headers) })
    },

    async 'DELETE /newsletters/{id}'({ params: { id }, caller: { staff } }) {
      return removeDraft(shop, staffActor(staff), id)
    },

    async 'POST /newsletters/{id}/test'({ params: { id }, body: { to }, caller: { staff } }) {
      // A test to strangers would be a newsletter without a subscription.
      if (to !== undefined && !(await isStaffAddress(shop.db, to))) {
        const message = 'A test can only go to a member of your team.'
        return refuse('invalid_input', message, { errors: [{ path: 'to', message }] })
      }
      const refusal = await limitStaffMail(shop, staff.staffId)
      return refusal ?? testDraft(shop, staffActor(staff), id, to ?? staff.email)
    },

    async 'POST /newsletters/{id}/send'({ params: { id }, body: { version }, caller: { staff } }) {
      return sendDraft(shop, staffActor(staff), id, version)
    },

    async 'POST /newsletters/{id}/stop'({ params: { id }, caller: { staff } }) {
      return stopped(id, staffActor(staff), true)
    },

    async 'POST /newsletters/{id}/resume'({ params: { id }, caller: { staff } }) {
      return stopped(id, staffActor(staff), false)
    },
  }
}

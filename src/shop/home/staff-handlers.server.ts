import { staffActor } from '#platform/api/identity.ts'
import { ifMatch } from '#platform/api/if-match.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { deleteDraft } from '../settings/drafts-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { keepDraft, planSections, publishSections, showHomePage, storeHomePicture } from './page.server.ts'
import { readBanner } from './sql.server.ts'
import { setBanner } from './staff.server.ts'
import type { homeStaffContract } from './staff-contract.ts'

/** What the home page shows, now and later (CONTRACT part three, Staff site). */
export function createHomeStaffHandlers(shop: Shop): Handlers<typeof homeStaffContract> {
  return {
    async 'GET /home-page'({ caller: { staff } }) {
      return ok(await showHomePage(shop, staff))
    },

    async 'PUT /home-page'({ body, caller: { staff, headers } }) {
      return publishSections(shop, staff, body.sections, ifMatch(headers))
    },

    async 'PUT /home-page/draft'({ body, caller: { staff } }) {
      return ok(await keepDraft(shop, staff, body))
    },

    async 'DELETE /home-page/draft'({ caller: { staff } }) {
      await deleteDraft(shop.db, staff.staffId, 'home-page')
      return ok(undefined)
    },

    async 'POST /home-page/plan'({ body, caller: { staff } }) {
      return planSections(shop, staffActor(staff), body)
    },

    async 'POST /home-page/pictures'({ body }) {
      return storeHomePicture(shop, body)
    },

    async 'GET /banner'() {
      return ok({ url: await readBanner(shop.db) })
    },

    async 'PUT /banner'({ body: { url }, caller: { staff } }) {
      const set = await setBanner(shop.db, staffActor(staff), url)
      if (set.ok) await shop.invalidateCacheTags(['banner'])
      return set
    },
  }
}

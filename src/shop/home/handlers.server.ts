import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { addCacheTags } from '../cache-tags.server.ts'
import { localizeOwnerTexts } from '../settings/owner-texts.server.ts'
import type { Shop } from '../shop.server.ts'
import type { homeContract } from './contract.ts'
import { POPULAR_TAG } from './jobs.server.ts'
import { fillSections } from './sections.server.ts'
import { createNeedsShade } from './shade.server.ts'
import { readBanner, readLatestArrivals, readTopCollection } from './sql.server.ts'

/** The home page's endpoints; all are public and cached. */
export function createHomeHandlers(shop: Shop): Handlers<typeof homeContract> {
  const { db, index } = shop
  const needsShade = createNeedsShade(shop)
  return {
    async 'GET /home/latestArrivals'() {
      const { ids, byWeek } = await readLatestArrivals(db)
      return ok(addCacheTags({ status: 200, data: await index.getMany(ids) }, byWeek ? [POPULAR_TAG] : []))
    },
    async 'GET /home/topCollection'() {
      const { ids, bySales } = await readTopCollection(db)
      return ok(addCacheTags({ status: 200, data: await index.getMany(ids) }, bySales ? ['assortment', 'sales'] : []))
    },
    async 'GET /user/homeSections'() {
      const settings = shop.settings()
      const localized = { ...settings, 'home.sections': localizeOwnerTexts(settings, settings['home.sections']) }
      const { sections, tags } = await fillSections(shop, needsShade, localized)
      return ok(addCacheTags({ sections }, tags))
    },
    async 'GET /user/banner'() {
      return ok({ url: await readBanner(db) })
    },
  }
}

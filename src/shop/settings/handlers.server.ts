import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { markdownPage } from '#platform/text/markdown.server.ts'
import { t } from '#platform/text/t.ts'
import type { Shop } from '../shop.server.ts'
import { shownBrand } from './brand.server.ts'
import { chargeNotes, deliveryVaries, footerNotes, standardAnnouncement } from './charge-notes.server.ts'
import type { settingsContract } from './contract.ts'
import { DEFINITIONS, sharedSettings } from './definitions.ts'
import { localizeOwnerTexts } from './owner-texts.server.ts'
import { pageText } from './page-texts.server.ts'
import type { Settings } from './rules.ts'

/** The public settings. Every page that shows one is invalidated with their cached response. */
export function createSettingsHandlers(shop: Shop): Handlers<typeof settingsContract> {
  return {
    async 'GET /user/shopSettings'() {
      const settings = shop.settings()
      const shown = localizeOwnerTexts(settings, sharedSettings(settings))
      const announcement = hasOwnAnnouncement(settings) ? shown.announcement : standardAnnouncement(settings)
      return ok({
        ...shown,
        // Without the owner's line, the server's says that returns are exchanges here.
        'services.returns':
          shown['services.returns'] ||
          t('{days}-day exchanges, picked up from you. No refunds on returns.', { days: shown['exchange.days'] }),
        announcement: settings['shop.open'] ? announcement : previewAnnouncement(announcement),
        deliveryVaries: deliveryVaries(settings),
        notes: { ...footerNotes(localizeOwnerTexts(settings, settings)), addedLater: chargeNotes(settings).addedLater },
        brand: shownBrand(settings),
        offers: shop.offers.shown(),
      })
    },
    async 'GET /user/pageText/{page}'({ params }) {
      return ok(markdownPage(pageText(params.page, shop.settings())))
    },
  }
}

/** False if the announcement is a standard one, which follows the charges and the language. */
function hasOwnAnnouncement(settings: Settings): boolean {
  const { default: standard, own } = DEFINITIONS.announcement
  return ![standard, own?.(settings)].includes(settings.announcement)
}

/** The strip above the pages of a closed shop, which only a preview link shows. */
function previewAnnouncement(own: string): string {
  const notice = t('Preview: the shop is closed. Other visitors see “Opening soon”.')
  return own === '' ? notice : `${notice} ${own}`
}

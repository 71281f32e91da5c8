import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { pageSchemas } from './definitions.ts'
import { PAGE_NAMES } from './rules.ts'

/**
 * `mark`: the URL of the owner's logo, `bars` for the demonstration's four bars, empty for none. `styles`: CSS of their
 * colours.
 */
const shownBrand = z.object({ mark: z.string(), styles: z.string() })

/** The settings that pages show (CONTRACT part two, The shop is its owner's). */
export const settingsContract = defineContract({
  'GET /user/shopSettings': {
    summary: 'The shop’s public settings: its details and charges',
    group: 'Shop',
    access: 'public',
    status: 200,
    response: z
      .object(pageSchemas)
      .extend({
        /** Places have delivery fees of their own (`GET /user/delivery/{pin}`). */
        deliveryVaries: z.boolean(),
        /**
         * `addedLater`: the charges a price doesn't include, shown beside it. The others are in the footer, with
         * `{email}` of `seller` as a link.
         */
        notes: z.object({ addedLater: z.string(), policy: z.string(), seller: z.string() }),
        brand: shownBrand,
        /** Whether offers count today: carts ask the server what they cost; and any for a code, which then has a box. */
        offers: z.object({ running: z.boolean(), codes: z.boolean() }),
      })
      .meta({ id: 'Settings' }),
    cacheTags: ['settings', 'offers'],
  },
  'GET /user/pageText/{page}': {
    summary: 'The text of a page as HTML, filled from the settings; empty if the text is built into the page',
    group: 'Shop',
    access: 'public',
    params: z.object({ page: z.enum(PAGE_NAMES) }),
    status: 200,
    /** `title`: the text's own, if it begins with one. */
    response: z.object({ title: z.string(), html: z.string() }),
    refusals: ['not_found'],
    cacheTags: ['settings'],
  },
})

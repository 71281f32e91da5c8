import { accounts } from './accounts/feature.server.ts'
import { addresses } from './addresses/feature.server.ts'
import { alerts } from './alerts/feature.server.ts'
import { audit } from './audit/feature.server.ts'
import { backups } from './backups/feature.server.ts'
import { branches } from './branches/feature.server.ts'
import { carriers } from './carriers/feature.server.ts'
import { cart } from './cart/feature.server.ts'
import { catalog } from './catalog/feature.server.ts'
import { checkout } from './checkout/feature.server.ts'
import { contact } from './contact/feature.server.ts'
import { credit } from './credit/feature.server.ts'
import { customers } from './customers/feature.server.ts'
import { delivery } from './delivery/feature.server.ts'
import { drafts } from './drafts/feature.server.ts'
import { events } from './events/feature.server.ts'
import { exchanges } from './exchanges/feature.server.ts'
import type { Feature } from './feature.server.ts'
import { feedback } from './feedback/feature.server.ts'
import { home } from './home/feature.server.ts'
import { imports } from './imports/feature.server.ts'
import { invoices } from './invoices/feature.server.ts'
import { listing } from './listing/feature.server.ts'
import { offers } from './offers/feature.server.ts'
import { orders } from './orders/feature.server.ts'
import { owner } from './owner/feature.server.ts'
import { pricing } from './pricing/feature.server.ts'
import { refunds } from './refunds/feature.server.ts'
import { related } from './related/feature.server.ts'
import { remittances } from './remittances/feature.server.ts'
import { reports } from './reports/feature.server.ts'
import { reviews } from './reviews/feature.server.ts'
import { settings } from './settings/feature.server.ts'
import { shipping } from './shipping/feature.server.ts'
import { sizing } from './sizing/feature.server.ts'
import { staff } from './staff/feature.server.ts'
import { undo } from './undo/feature.server.ts'
import { wishlist } from './wishlist/feature.server.ts'

/**
 * The shop's features, in the order in which they may use each other: imports and SQL go to features before (ARCHITECTURE.md has why
 * the groups are no folders). The import rules read this list as text.
 */
export const GROUPS = {
  'Under everything': { undo, audit, settings, events, contact, accounts, staff },
  'What is sold': { branches, pricing, catalog, reviews, sizing, home, listing, imports, delivery },
  'Buying, and what follows': {
    addresses,
    cart,
    wishlist,
    alerts,
    orders,
    offers,
    credit,
    related,
    invoices,
    refunds,
    shipping,
    exchanges,
    carriers,
    feedback,
    checkout,
    drafts,
    remittances,
  },
  'Running the shop': { customers, backups, owner, reports },
}

type ValueOf<T> = T[keyof T]
type AnyFeature = ValueOf<{ [G in keyof typeof GROUPS]: ValueOf<(typeof GROUPS)[G]> }>

export const FEATURES: readonly AnyFeature[] = Object.values(GROUPS).flatMap((group): AnyFeature[] =>
  Object.values(group),
)

/** The intersection of the types of a union. */
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

/** The calls of all features. */
export type ShopContract = Together<
  AnyFeature extends infer F ? (F extends Feature<infer C, infer _> ? C : never) : never
>
export type StaffContract = Together<
  AnyFeature extends infer F ? (F extends Feature<infer _, infer S> ? S : never) : never
>

import type { Handlers } from '#platform/api/mount.server.ts'
import type { AllFeatures, Feature } from './feature.server.ts'
import { FEATURES, type ShopContract, type StaffContract } from './features.server.ts'
import type { Shop } from './shop.server.ts'

const features: readonly Pick<Feature, 'undo' | 'subjects' | 'actions' | 'person'>[] = FEATURES

/** How each kind of change is taken back, and how the log names records and actions. */
export const ALL: AllFeatures = {
  undo: Object.assign({}, ...features.map(({ undo }) => undo)),
  subjects: Object.assign({}, ...features.map(({ subjects }) => subjects)),
  actions: Object.assign({}, ...features.map(({ actions }) => actions)),
}

/** What the features store of people, the last feature first. */
export const PEOPLE: Shop['people'] = features.toReversed().flatMap(({ person }) => person ?? [])

/** The handler of every call of the staff site. */
export function createStaffSiteHandlers(shop: Shop): Handlers<StaffContract> {
  // Safe cast: `defineFeature` has checked each feature's handlers against its contract.
  return Object.assign(
    {},
    ...FEATURES.map(({ staffHandlers }) => staffHandlers?.(shop, ALL)),
  ) as Handlers<StaffContract>
}

/** The handler of every endpoint of the contract. */
export function createHandlers(shop: Shop): Handlers<ShopContract> {
  // Safe cast: `defineFeature` has checked each feature's handlers against its contract.
  return Object.assign({}, ...FEATURES.map(({ handlers }) => handlers?.(shop))) as Handlers<ShopContract>
}

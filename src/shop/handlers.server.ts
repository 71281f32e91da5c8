import type { Handlers } from '#platform/api/mount.server.ts'
import type { AllFeatures, Feature } from './feature.server.ts'
import { FEATURES, type ShopContract, type StaffContract } from './features.server.ts'
import type { Shop } from './shop.server.ts'
import { refuseCall } from './staff/gate.server.ts'
import { isRight } from './staff/rights.ts'
import { staffContract } from './staff-contract.ts'

const features: readonly Pick<Feature, 'undo' | 'subjects' | 'actions' | 'person'>[] = FEATURES

/** How each kind of change is taken back and who may, and how the log names records and actions. */
export const ALL: AllFeatures = {
  refuseCall(staff, call) {
    if (!isRight(call)) throw new Error(`an undo takes back ${call}, which isn’t a call of the staff site`)
    return refuseCall(staff, call, staffContract[call])
  },
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

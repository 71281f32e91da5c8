import { FEATURES, type ShopContract } from './features.server.ts'

/** The whole API of the shop (SPEC 7, CONTRACT "The API"). */
// Safe cast: the type is that of all contracts together.
export const contract = Object.assign({}, ...FEATURES.map((feature) => feature.contract)) as ShopContract

export type { ShopContract }

import { FEATURES, type StaffContract } from './features.server.ts'

/** The whole API of the staff site (CONTRACT part three), below `/api/admin`. */
// Safe cast: the type is that of all contracts together.
export const staffContract = Object.assign({}, ...FEATURES.map((feature) => feature.staffContract)) as StaffContract

export type { StaffContract }

import { defineFeature } from '../feature.server.ts'
import { remittancesStaffContract } from './staff-contract.ts'
import { createRemittancesStaffHandlers } from './staff-handlers.server.ts'

/** What carriers paid of the cash that they collected at the door (docs/decisions/033-cash-orders.md). */
export const remittances = defineFeature({
  staffContract: remittancesStaffContract,
  staffHandlers: createRemittancesStaffHandlers,
  subjects: { remittance: { path: () => '/remittances' } },
  actions: {
    'remittance.apply': 'Applied a settlement',
    'remittance.check': 'Checked a settlement',
  },
})

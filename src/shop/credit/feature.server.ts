import { defineFeature } from '../feature.server.ts'
import { creditContract } from './contract.ts'
import { createCreditHandlers } from './handlers.server.ts'
import { creditJobs } from './jobs.server.ts'
import { creditPerson } from './person-sql.server.ts'
import { creditUndo } from './staff.server.ts'
import { creditStaffContract } from './staff-contract.ts'
import { createCreditStaffHandlers } from './staff-handlers.server.ts'

/** What the shop owes customers as store credit (docs/decisions/034-store-credit.md). */
export const credit = defineFeature({
  contract: creditContract,
  handlers: createCreditHandlers,
  staffContract: creditStaffContract,
  staffHandlers: createCreditStaffHandlers,
  undo: creditUndo,
  actions: {
    'credit.give': 'Gave store credit',
    'credit.take-back': 'Took back store credit',
  },
  jobs: creditJobs,
  person: creditPerson,
})

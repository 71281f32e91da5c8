import { defineFeature } from '../feature.server.ts'
import { exchangesContract } from './contract.ts'
import { createExchangesHandlers } from './handlers.server.ts'
import { exchangeJobs } from './jobs.server.ts'
import { exchangesPerson } from './person-sql.server.ts'
import { exchangeUndo } from './staff.server.ts'
import { exchangesStaffContract } from './staff-contract.ts'
import { createExchangesStaffHandlers } from './staff-handlers.server.ts'

export const exchanges = defineFeature({
  contract: exchangesContract,
  handlers: createExchangesHandlers,
  staffContract: exchangesStaffContract,
  staffHandlers: createExchangesStaffHandlers,
  undo: exchangeUndo,
  subjects: { exchange: { path: (id) => `/exchanges/${id}` } },
  actions: {
    'exchange.advance': 'Changed an exchange’s status',
    'exchange.difference': 'Recorded a payment for an exchange',
    'exchange.not-arrived': 'Undid an arrival',
    'exchange.pay-link': 'Made a link to pay for an exchange',
    'exchange.revoke-link': 'Revoked the link to pay for an exchange',
    'exchange.pickup': 'Recorded a pick-up',
    'exchange.receive': 'Received an exchange',
    'exchange.refund': 'Refunded an exchange',
    'exchange.refuse': 'Refused an exchange',
  },
  person: exchangesPerson,
  jobs: exchangeJobs,
})

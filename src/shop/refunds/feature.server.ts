import { defineFeature } from '../feature.server.ts'
import { refundsContract } from './contract.ts'
import { createRefundsHandlers } from './handlers.server.ts'
import { refundJobs } from './jobs.server.ts'
import { staffRefundsContract } from './staff-contract.ts'
import { createRefundsStaffHandlers } from './staff-handlers.server.ts'

export const refunds = defineFeature({
  contract: refundsContract,
  handlers: createRefundsHandlers,
  staffContract: staffRefundsContract,
  staffHandlers: createRefundsStaffHandlers,
  actions: {
    'order.cancel': 'Cancelled an order',
    'order.refund': 'Refunded an order',
  },
  jobs: refundJobs,
})

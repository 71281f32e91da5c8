import { defineFeature } from '../feature.server.ts'
import { checkoutContract } from './contract.ts'
import { createCheckoutHandlers } from './handlers.server.ts'
import { checkoutJobs } from './jobs.server.ts'
import { checkoutPerson } from './person-sql.server.ts'
import { staffCheckoutContract } from './staff-contract.ts'
import { createCheckoutStaffHandlers } from './staff-handlers.server.ts'

export const checkout = defineFeature({
  contract: checkoutContract,
  handlers: createCheckoutHandlers,
  staffContract: staffCheckoutContract,
  staffHandlers: createCheckoutStaffHandlers,
  actions: {
    'order.confirm': 'Confirmed a cash order',
    'order.pay-link': 'Created a payment link for a cash order',
    'order.prepaid': 'Paid online instead of in cash',
    'order.payment-check': 'Checked a payment with the bank',
  },
  jobs: checkoutJobs,
  person: checkoutPerson,
})

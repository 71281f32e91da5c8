import { defineFeature } from '../feature.server.ts'
import { customersStaffContract } from './staff-contract.ts'
import { createCustomersStaffHandlers } from './staff-handlers.server.ts'

export const customers = defineFeature({
  staffContract: customersStaffContract,
  staffHandlers: createCustomersStaffHandlers,
  actions: {
    'customer.export': 'Exported a customer’s data',
    'customer.forgive': 'Forgave refused parcels',
    'customers.export': 'Exported all customers',
  },
})

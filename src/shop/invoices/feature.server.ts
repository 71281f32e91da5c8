import { defineFeature } from '../feature.server.ts'
import { invoicesContract } from './contract.ts'
import { createInvoicesHandlers } from './handlers.server.ts'
import { staffInvoicesContract } from './staff-contract.ts'
import { createInvoicesStaffHandlers } from './staff-handlers.server.ts'

export const invoices = defineFeature({
  contract: invoicesContract,
  handlers: createInvoicesHandlers,
  staffContract: staffInvoicesContract,
  staffHandlers: createInvoicesStaffHandlers,
})

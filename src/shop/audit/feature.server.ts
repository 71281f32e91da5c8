import { defineFeature } from '../feature.server.ts'
import { auditStaffContract } from './staff-contract.ts'
import { createAuditStaffHandlers } from './staff-handlers.server.ts'

export const audit = defineFeature({
  staffContract: auditStaffContract,
  staffHandlers: createAuditStaffHandlers,
})

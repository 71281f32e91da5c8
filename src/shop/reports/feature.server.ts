import { defineFeature } from '../feature.server.ts'
import { reportJobs } from './jobs.server.ts'
import { reportsStaffContract } from './staff-contract.ts'
import { createReportsStaffHandlers } from './staff-handlers.server.ts'

export const reports = defineFeature({
  staffContract: reportsStaffContract,
  staffHandlers: createReportsStaffHandlers,
  jobs: reportJobs,
})

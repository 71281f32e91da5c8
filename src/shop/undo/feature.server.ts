import { defineFeature } from '../feature.server.ts'
import { undoJobs } from './jobs.server.ts'
import { undoContract } from './staff-contract.ts'
import { createUndoStaffHandlers } from './staff-handlers.server.ts'

export const undo = defineFeature({
  staffContract: undoContract,
  staffHandlers: (shop, all) => createUndoStaffHandlers(shop, { kinds: all.undo, refuseCall: all.refuseCall }),
  jobs: undoJobs,
})

import { defineFeature } from '../feature.server.ts'
import { homeContract } from './contract.ts'
import { createHomeHandlers } from './handlers.server.ts'
import { homeJobs } from './jobs.server.ts'
import { homeStaffContract } from './staff-contract.ts'
import { createHomeStaffHandlers } from './staff-handlers.server.ts'

export const home = defineFeature({
  contract: homeContract,
  handlers: createHomeHandlers,
  staffContract: homeStaffContract,
  staffHandlers: createHomeStaffHandlers,
  jobs: homeJobs,
  actions: {
    'banner.set': 'Changed the banner',
  },
})

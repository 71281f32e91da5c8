import { defineFeature } from '../feature.server.ts'
import { relatedContract } from './contract.ts'
import { createRelatedHandlers } from './handlers.server.ts'
import { relatedJobs } from './jobs.server.ts'

export const related = defineFeature({
  contract: relatedContract,
  handlers: createRelatedHandlers,
  actions: {
    'product.goes-with': 'Edited what goes with a product',
  },
  jobs: relatedJobs,
})

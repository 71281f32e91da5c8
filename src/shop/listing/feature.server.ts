import { defineFeature } from '../feature.server.ts'
import { listingContract } from './contract.ts'
import { createListingHandlers } from './handlers.server.ts'

export const listing = defineFeature({
  contract: listingContract,
  handlers: createListingHandlers,
})

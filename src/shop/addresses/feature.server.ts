import { defineFeature } from '../feature.server.ts'
import { addressesContract } from './contract.ts'
import { createAddressesHandlers } from './handlers.server.ts'

export const addresses = defineFeature({
  contract: addressesContract,
  handlers: createAddressesHandlers,
})

import { defineFeature } from '../feature.server.ts'
import { addressesContract } from './contract.ts'
import { createAddressesHandlers } from './handlers.server.ts'
import { addressesPerson } from './person-sql.server.ts'

export const addresses = defineFeature({
  contract: addressesContract,
  handlers: createAddressesHandlers,
  person: addressesPerson,
})

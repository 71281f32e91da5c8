import { defineFeature } from '../feature.server.ts'
import { deliveryContract } from './contract.ts'
import { createDeliveryHandlers } from './handlers.server.ts'

export const delivery = defineFeature({
  contract: deliveryContract,
  handlers: createDeliveryHandlers,
})

import { defineFeature } from '../feature.server.ts'
import { cartContract } from './contract.ts'
import { createCartHandlers } from './handlers.server.ts'

export const cart = defineFeature({
  contract: cartContract,
  handlers: createCartHandlers,
})

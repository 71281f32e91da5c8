import { defineFeature } from '../feature.server.ts'
import { cartContract } from './contract.ts'
import { createCartHandlers } from './handlers.server.ts'
import { cartPerson } from './person-sql.server.ts'

export const cart = defineFeature({
  contract: cartContract,
  handlers: createCartHandlers,
  person: cartPerson,
})

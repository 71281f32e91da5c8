import { defineFeature } from '../feature.server.ts'
import { wishlistContract } from './contract.ts'
import { createWishlistHandlers } from './handlers.server.ts'
import { wishlistPerson } from './person-sql.server.ts'

export const wishlist = defineFeature({
  contract: wishlistContract,
  handlers: createWishlistHandlers,
  person: wishlistPerson,
})

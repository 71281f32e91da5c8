import { defineFeature } from '../feature.server.ts'
import { offersPerson } from './person-sql.server.ts'

/** What the shop gives off: by itself, or for a code. */
export const offers = defineFeature({ person: offersPerson })

import { defineFeature } from '../feature.server.ts'
import { offersJobs } from './jobs.server.ts'
import { offersPerson } from './person-sql.server.ts'
import { offersUndo } from './staff.server.ts'
import { offersStaffContract } from './staff-contract.ts'
import { createOffersStaffHandlers } from './staff-handlers.server.ts'
import { nameOffers } from './staff-sql.server.ts'

/** What the shop gives off: by itself, or for a code. */
export const offers = defineFeature({
  staffContract: offersStaffContract,
  staffHandlers: createOffersStaffHandlers,
  undo: offersUndo,
  subjects: { offer: { names: nameOffers, path: (id) => `/offers/${id}` } },
  actions: {
    'offer.add': 'Added an offer',
    'offer.codes': 'Created codes',
    'offer.codes-remove': 'Removed codes',
    'offer.remove': 'Removed an offer',
    'offer.set': 'Edited an offer',
    'offer.start': 'Started an offer',
    'offer.stop': 'Stopped an offer',
  },
  jobs: offersJobs,
  person: offersPerson,
})

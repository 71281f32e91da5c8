import { defineFeature } from '../feature.server.ts'
import { draftsContract } from './contract.ts'
import { createDraftsHandlers } from './handlers.server.ts'
import { draftsPerson } from './person-sql.server.ts'
import { draftsStaffContract } from './staff-contract.ts'
import { createDraftsStaffHandlers } from './staff-handlers.server.ts'

export const drafts = defineFeature({
  contract: draftsContract,
  handlers: createDraftsHandlers,
  staffContract: draftsStaffContract,
  staffHandlers: createDraftsStaffHandlers,
  subjects: { draft: { path: (id) => `/draft-orders/${id}` } },
  actions: {
    'draft.add': 'Created a draft order',
    'draft.paid': 'Recorded a payment in person',
    'draft.remove': 'Deleted a draft order',
    'draft.send': 'Sent a payment link',
    'draft.set': 'Edited a draft order',
  },
  person: draftsPerson,
})

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
    'draft.add': 'Entered an order for somebody',
    'draft.paid': 'Took the money for an order',
    'draft.remove': 'Deleted an entered order',
    'draft.send': 'Sent a link to pay',
    'draft.set': 'Changed an entered order',
  },
  person: draftsPerson,
})

import { defineFeature } from '../feature.server.ts'
import { contactContract } from './contract.ts'
import { newsletterUndo } from './drafts.server.ts'
import { createContactHandlers } from './handlers.server.ts'
import { contactJobs } from './jobs.server.ts'
import { newsletterStaffContract } from './newsletter-contract.ts'
import { createNewsletterHandlers } from './newsletter-handlers.server.ts'
import { nameNewsletters } from './newsletter-sql.server.ts'
import { contactPerson } from './person-sql.server.ts'
import { savedReplyUndo } from './saved-replies.server.ts'
import { contactStaffContract } from './staff-contract.ts'
import { createContactStaffHandlers } from './staff-handlers.server.ts'
import { messageUndo } from './threads.server.ts'

export const contact = defineFeature({
  contract: contactContract,
  handlers: createContactHandlers,
  staffContract: { ...contactStaffContract, ...newsletterStaffContract },
  staffHandlers: (shop) => ({ ...createContactStaffHandlers(shop), ...createNewsletterHandlers(shop) }),
  undo: { ...newsletterUndo, ...savedReplyUndo, ...messageUndo },
  subjects: {
    message: { path: (id) => `/messages/${id}` },
    newsletter: { names: nameNewsletters, path: (id) => `/newsletter/${id}` },
  },
  actions: {
    'message.answer': 'Answered a message',
    'message.hide': 'Hid a message',
    'message.show': 'Unhid a message',
    'newsletter.change': 'Changed a newsletter',
    'newsletter.delete': 'Deleted a newsletter',
    'newsletter.draft': 'Drafted a newsletter',
    'newsletter.export': 'Exported the subscribers',
    'newsletter.resume': 'Resumed a newsletter',
    'newsletter.send': 'Sent a newsletter',
    'newsletter.stop': 'Stopped a newsletter',
    'newsletter.test': 'Sent a test newsletter',
    'saved-reply.add': 'Added a saved reply',
    'saved-reply.change': 'Edited a saved reply',
    'saved-reply.delete': 'Deleted a saved reply',
    'saved-reply.restore': 'Restored a saved reply',
  },
  jobs: contactJobs,
  person: contactPerson,
})

import type { MailLinks } from '../mail-link-pages.server.ts'
import { confirmSubscriber, removeSubscriber } from './store.server.ts'

/** The links of the newsletter's mails. */
export const newsletterLinks: MailLinks = {
  confirm: confirmSubscriber,
  leave: removeSubscriber,
  confirmed: { title: 'You are on the list', body: '<p>Thank you. The next newsletter comes to you.</p>' },
  invalid: {
    title: 'This link does not work',
    body: '<p>It may be incomplete, or the address has left the list. You can subscribe again at the foot of any page.</p>',
  },
  left: { title: 'You have left the list', body: '<p>We have forgotten your address.</p>' },
  leaveTitle: 'Leave the newsletter?',
  leaveButton: 'Leave the newsletter',
}

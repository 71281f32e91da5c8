import type { MailLinks } from '../mail-link-pages.server.ts'
import { confirmStockAlert, removeRecipient } from './store.server.ts'

/** The links of the alerts' mails. */
export const alertLinks: MailLinks = {
  confirm: confirmStockAlert,
  leave: removeRecipient,
  confirmed: { title: 'We will tell you', body: '<p>Thank you. You get one mail when it is back.</p>' },
  invalid: {
    title: 'This link does not work',
    body: '<p>It may be incomplete, or older than two days. You can ask again on the page of the product.</p>',
  },
  left: {
    title: 'You get no more of these mails',
    body: '<p>We have forgotten what you asked us to tell you about.</p>',
  },
  leaveTitle: 'No more mails about sizes and prices?',
  leaveButton: 'No more of these mails',
}

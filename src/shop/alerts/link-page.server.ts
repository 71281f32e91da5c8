import { t } from '#platform/text/t.ts'
import type { MailLinks } from '../mail-link-pages.server.ts'
import { confirmStockAlert, removeRecipient } from './store.server.ts'

/** The links of the alerts' mails. */
export const alertLinks: MailLinks = {
  confirm: confirmStockAlert,
  leave: removeRecipient,
  confirmed: { title: t('We will tell you'), body: t('<p>Thank you. You get one mail when it is back.</p>') },
  invalid: {
    title: t('This link does not work'),
    body: t('<p>It may be incomplete, or older than two days. You can ask again on the page of the product.</p>'),
  },
  left: {
    title: t('You get no more of these mails'),
    body: t('<p>We have forgotten what you asked us to tell you about.</p>'),
  },
  leaveTitle: t('No more mails about sizes and prices?'),
  leaveButton: t('No more of these mails'),
}

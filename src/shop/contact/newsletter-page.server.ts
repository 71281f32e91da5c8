import { t } from '#platform/text/t.ts'
import type { MailLinks } from '../mail-link-pages.server.ts'
import { confirmSubscriber, removeSubscriber } from './sql.server.ts'

/** The links of the newsletter's mails. */
export const newsletterLinks: MailLinks = {
  confirm: confirmSubscriber,
  unsubscribe: removeSubscriber,
  confirmed: { title: t('You are on the list'), body: t('<p>Thank you. The next newsletter comes to you.</p>') },
  invalid: {
    title: t('This link does not work'),
    body: t(
      '<p>It may be incomplete, or the address has left the list. You can subscribe again at the foot of any page.</p>',
    ),
  },
  unsubscribed: { title: t('You have left the list'), body: t('<p>We have forgotten your address.</p>') },
  unsubscribeTitle: t('Leave the newsletter?'),
  unsubscribeButton: t('Leave the newsletter'),
}

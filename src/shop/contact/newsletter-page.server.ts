import { t } from '#platform/text/t.ts'
import type { MailLinks } from '../mail-link-pages.server.ts'
import { confirmSubscriber, removeSubscriber } from './sql.server.ts'

/** The links of the newsletter's mails. */
export const newsletterLinks: MailLinks = {
  confirm: {
    run: confirmSubscriber,
    ask: { title: t('Subscribe to the newsletter?'), button: t('Yes, send it to me') },
    done: { title: t('You’re on the list'), body: t('<p>Thank you. You’ll get the next newsletter.</p>') },
  },
  unsubscribe: removeSubscriber,
  invalid: {
    title: t('This link doesn’t work'),
    body: t(
      '<p>It may be incomplete, or this address is no longer on the list. You can subscribe again at the bottom of any page.</p>',
    ),
  },
  unsubscribed: { title: t('You’ve unsubscribed'), body: t('<p>We’ve deleted your address.</p>') },
  askUnsubscribe: { title: t('Unsubscribe from the newsletter?'), button: t('Unsubscribe from the newsletter') },
}

import { t } from '#platform/text/t.ts'
import type { MailLinks } from '../mail-link-pages.server.ts'
import { leaveReviewMails } from './sql.server.ts'

/** The link in mails that ask for a review. Nobody subscribes to them, so nothing is confirmed. */
export const feedbackLinks: MailLinks = {
  unsubscribe: leaveReviewMails,
  invalid: { title: t('This link doesn’t work'), body: t('<p>It may be incomplete.</p>') },
  unsubscribed: {
    title: t('You won’t get these e-mails any more'),
    body: t('<p>We won’t ask you for reviews.</p>'),
  },
  askUnsubscribe: { title: t('Stop mails that ask for reviews?'), button: t('Stop these e-mails') },
}

import { t } from '#platform/text/t.ts'
import type { MailLinks } from '../mail-link-pages.server.ts'
import { leaveReviewMails } from './sql.server.ts'

const INVALID = {
  title: t('This link doesn’t work'),
  body: t('<p>It may be incomplete.</p>'),
}

/** The link in mails that ask for a review. Nobody subscribes to them, so nothing is confirmed. */
export const feedbackLinks: MailLinks = {
  confirm: async () => false,
  unsubscribe: leaveReviewMails,
  confirmed: INVALID,
  invalid: INVALID,
  unsubscribed: {
    title: t('You won’t get these e-mails any more'),
    body: t('<p>We won’t ask you for reviews.</p>'),
  },
  askConfirm: { title: t('This link doesn’t work'), button: t('To the shop') },
  askUnsubscribe: { title: t('Stop mails that ask for reviews?'), button: t('Stop these e-mails') },
}

import { t } from '#platform/text/t.ts'
import type { MailLinks } from '../mail-link-pages.server.ts'
import { confirmStockAlert, removeRecipient } from './sql.server.ts'

/**
 * The links in alert mails. `createMailLinkPages` translates the texts when it shows a page; `t` only marks them here.
 */
export const alertLinks: MailLinks = {
  confirm: {
    run: confirmStockAlert,
    ask: { title: t('Shall we tell you when it’s back?'), button: t('Yes, tell me') },
    done: { title: t('We’ll tell you'), body: t('<p>Thank you. We’ll send you one e-mail when it’s back.</p>') },
  },
  unsubscribe: removeRecipient,
  invalid: {
    title: t('This link doesn’t work'),
    body: t('<p>It may be incomplete, or more than two days old. You can ask again on the product’s page.</p>'),
  },
  unsubscribed: {
    title: t('You won’t get these e-mails any more'),
    body: t('<p>We’ve deleted your alerts.</p>'),
  },
  askUnsubscribe: { title: t('Stop e-mails about sizes and prices?'), button: t('Stop these e-mails') },
}

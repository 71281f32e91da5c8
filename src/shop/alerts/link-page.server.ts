import { t } from '#platform/text/t.ts'
import type { MailLinks } from '../mail-link-pages.server.ts'
import { confirmStockAlert, removeRecipient } from './sql.server.ts'

/** The links of the alerts' mails. The texts are translated when a page is shown, by `createMailLinkPages`; `t` only marks them here. */
export const alertLinks: MailLinks = {
  confirm: confirmStockAlert,
  unsubscribe: removeRecipient,
  confirmed: { title: t('We will tell you'), body: t('<p>Thank you. You get one mail when it is back.</p>') },
  invalid: {
    title: t('This link does not work'),
    body: t('<p>It may be incomplete, or older than two days. You can ask again on the page of the product.</p>'),
  },
  unsubscribed: {
    title: t('You get no more of these mails'),
    body: t('<p>We have forgotten what you asked us to tell you about.</p>'),
  },
  unsubscribeTitle: t('No more mails about sizes and prices?'),
  unsubscribeButton: t('No more of these mails'),
}

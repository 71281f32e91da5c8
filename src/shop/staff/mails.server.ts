import type { Mail } from '#platform/mail/mail.ts'
import type { Sender } from '../email-parts.ts'
import { writeAccountMail } from '../email-template.server.ts'
import { CODE } from './rules.ts'

/** The code for the staff site, first in the subject, so that the notification shows it. */
export function staffCodeMail({ code, ...mail }: Sender & { to: string; code: string; expiresAt: Date }): Mail {
  const shop = mail.settings['shop.name']
  return writeAccountMail({ ...mail, subject: `${code} is your code for ${shop}’s staff site`, secret: true }, [
    `Here is your code for the staff site of ${shop}:`,
    { code },
    `It works once and expires in ${CODE.minutes} minutes. Enter it where you requested it. Never share it: nobody of the shop will ask for it.`,
    'If you didn’t ask for a code, somebody else entered your address. Nobody gets in without the code and your second factor.',
  ])
}

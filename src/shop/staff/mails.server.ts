import type { Mail } from '#platform/mail/mail.ts'
import type { Sender } from '../email-parts.ts'
import { writeAccountMail } from '../email-template.server.ts'
import { CODE } from './rules.ts'

const NOT_YOU = 'If this wasn’t you, ask an owner to reset your sign-in now, or let `staff reset` do it on the server.'

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

/** A link in place of a code, for a mailbox that strangers asked for codes or guessed at. */
export function staffLinkMail({ href, ...mail }: Sender & { to: string; href: string; expiresAt: Date }): Mail {
  const shop = mail.settings['shop.name']
  return writeAccountMail({ ...mail, subject: `Your link to ${shop}’s staff site`, secret: true }, [
    'Somebody asked for many codes with your address, or entered wrong ones. So here is a link in place of a code:',
    { button: { label: 'Open the staff site', href } },
    `It works once, for ${CODE.minutes} minutes, and then asks for your second factor as always.`,
    'If you didn’t ask for it, there is nothing to do: nobody gets in without your second factor.',
  ])
}

/** How somebody gets in has changed. */
export function factorMail({ what, ...mail }: Sender & { to: string; what: string }): Mail {
  const shop = mail.settings['shop.name']
  return writeAccountMail({ ...mail, subject: `Your sign-in to ${shop}’s staff site has changed` }, [what, NOT_YOU])
}

import type { Mail } from '#platform/mail/mail.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { Sender } from '../email-parts.ts'
import { greeting } from '../email-pieces.server.ts'
import { writeAccountMail } from '../email-template.server.ts'
import { formatMinutes, MAX_TRIES } from './rules.ts'

interface SignInMail extends Sender {
  to: string
  expiresAt: Date
  codeMinutes: number
  /** The account's verified name. A name that was only typed is never mailed. */
  name: string | null
  /**
   * Comparisons of wrong guesses with valid codes in a row, of which the email warns the mailbox's owner (ASVS 6.3.5).
   */
  failures: number
}

/** The login code, first in the subject, so that the notification shows it. No log has subjects. */
export function codeMail({ code, name, failures, codeMinutes, ...mail }: SignInMail & { code: string }): Mail {
  const shop = mail.settings['shop.name']
  return writeAccountMail({ ...mail, subject: t('{code} is your {shop} code', { code, shop }), secret: true }, [
    greeting(name),
    t('Here is your code for {shop}:', { shop }),
    { code },
    t(
      'It works once and expires in {time}. Enter it where you requested it. Never share it: we’ll never ask for it by phone or e-mail.',
      { time: formatMinutes(codeMinutes) },
    ),
    ...warning(failures),
    t('If you didn’t ask for a code, you can ignore this e-mail. Nobody can sign in without the code.'),
  ])
}

/** Replaces the code after too many wrong guesses or requests: a link can't be guessed. */
export function linkMail(mail: SignInMail & { href: string }): Mail {
  const { to, href, name, codeMinutes, expiresAt, settings, publicUrl } = mail
  const shop = settings['shop.name']
  const subject = t('Your sign-in link for {shop}', { shop })
  return writeAccountMail({ to, subject, expiresAt, secret: true, settings, publicUrl }, [
    greeting(name),
    t(
      'Too many codes were requested or wrongly entered for your address or on your network. To keep your account safe, here’s a link instead of a code:',
    ),
    { button: { href, label: t('Sign in to {shop}', { shop }) } },
    t('It works once and expires in {time}. Open it on the device where you want to sign in.', {
      time: formatMinutes(codeMinutes),
    }),
    t('If you didn’t ask for this, you can ignore this e-mail.'),
  ])
}

type Invitation = Pick<SignInMail, 'to' | 'expiresAt' | keyof Sender>

/**
 * For an address without an account. The screen says the same as to a customer; the mail invites the reader to
 * register.
 */
export function inviteMail(mail: Invitation): Mail {
  const shop = mail.settings['shop.name']
  return writeAccountMail({ ...mail, subject: t('You don’t have an account at {shop} yet', { shop }) }, [
    greeting(null),
    t(
      'Someone asked for a sign-in code for this address, but it doesn’t have an account yet. All you need is a name and this address:',
    ),
    { button: { href: `${mail.publicUrl}${localPath('/register')}`, label: t('Register at {shop}', { shop }) } },
    t('If this wasn’t you, you can ignore this e-mail.'),
  ])
}

interface ChangeMail extends Sender {
  to: string
  /** The new address in the mail to the old one, and vice versa. */
  other: string
  codeMinutes: number
  expiresAt: Date
}

/** One of the two codes of a change of address, so that the owner of the old address knows before it changes. */
export function changeMail({ other, code, codeMinutes, ...mail }: ChangeMail & { code: string }): Mail {
  const shop = mail.settings['shop.name']
  const subject = t('A code to change an e-mail address at {shop}', { shop })
  return writeAccountMail({ ...mail, subject, secret: true }, [
    greeting(null),
    t(
      'Someone is changing the e-mail address of an account at {shop}. We sent this e-mail to {to} and another one to {other}. Your code from this e-mail is:',
      { shop, to: mail.to, other },
    ),
    { code },
    t('It expires in {time} and only works together with the code in the other e-mail.', {
      time: formatMinutes(codeMinutes),
    }),
    t(
      'If you didn’t ask for this, do nothing: the address can’t be changed without both codes. If this is your account, sign out everywhere else from your profile.',
    ),
  ])
}

/** For a new address that already has an account. The screen says the same as for a free one. */
export function takenMail({ to, expiresAt, settings, publicUrl }: ChangeMail): Mail {
  const shop = settings['shop.name']
  return writeAccountMail(
    { to, expiresAt, settings, publicUrl, subject: t('This address has an account at {shop}', { shop }) },
    [
      greeting(null),
      t(
        'Someone tried to use this address for another account at {shop}. It already has an account, so nothing has changed.',
        { shop },
      ),
      t('If this was you, sign in with this address, or delete its account first.'),
      { button: { href: `${publicUrl}${localPath('/login')}`, label: t('Sign in to {shop}', { shop }) } },
    ],
  )
}

/** Notifies the old or the new address that the change has been made. */
export function changedMail({ email, ...mail }: { to: string; email: string } & Sender): Mail {
  const shop = mail.settings['shop.name']
  return writeAccountMail({ ...mail, subject: t('Your e-mail address at {shop} has been changed', { shop }) }, [
    greeting(null),
    t('Your account at {shop} has a new e-mail address: {email}. We’ll send codes and order e-mails there.', {
      shop,
      email,
    }),
    t(
      'You’ve been signed out everywhere except where you made the change. If this wasn’t you, please write to {address}.',
      {
        address: mail.settings['shop.email'],
      },
    ),
  ])
}

function warning(failures: number): string[] {
  if (failures < MAX_TRIES) return []
  return [
    t(
      'Please note: someone recently entered wrong codes for your address. If this wasn’t you, your account is still safe.',
    ),
  ]
}

import type { Mail } from '#platform/mail/mail.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { writeMail } from '../email-template.server.ts'
import type { Settings } from '../settings/rules.ts'
import { formatMinutes, MAX_TRIES } from './rules.ts'

interface SignInMail {
  to: string
  expiresAt: Date
  codeMinutes: number
  /** The account's verified name. A name that was only typed is never mailed. */
  name: string | null
  /** Wrong guesses in a row, which the email reports to the mailbox's owner (ASVS 6.3.5). */
  failures: number
  settings: Settings
}

/** The login code. It is not in the subject, which locked screens and logs show. */
export function codeMail({ code, name, failures, codeMinutes, ...mail }: SignInMail & { code: string }): Mail {
  const shop = mail.settings['shop.name']
  return writeMail({ ...mail, subject: t('Your sign-in code for {shop}', { shop }), secret: true }, [
    greeting(name),
    t('Here is your code for {shop}:', { shop }),
    { code },
    t(
      'It works once, within {time}. Type it where you asked for it, and tell nobody: we never ask for it by phone or mail.',
      { time: formatMinutes(codeMinutes) },
    ),
    ...warning(failures),
    t('If you did not ask for a code, you can forget this mail. Nobody gets in without the code.'),
  ])
}

/** Replaces the code after too many wrong guesses in a row: a link can't be guessed. */
export function linkMail({ to, href, name, codeMinutes, expiresAt, settings }: SignInMail & { href: string }): Mail {
  const shop = settings['shop.name']
  const subject = t('Your sign-in link for {shop}', { shop })
  return writeMail({ to, subject, expiresAt, secret: true, settings }, [
    greeting(name),
    t('Many wrong codes were typed for your address. To keep others out, here is a link in place of a code:'),
    { href, label: t('Sign in to {shop}', { shop }) },
    t('It works once, within {time}. Open it where you want to be signed in.', { time: formatMinutes(codeMinutes) }),
    t('If you did not ask for it, you can forget this mail.'),
  ])
}

type Invitation = Pick<SignInMail, 'to' | 'expiresAt' | 'settings'> & { publicUrl: string }

/** For an address without an account: the screen says the same as to a customer, the mail invites to register. */
export function inviteMail({ to, publicUrl, expiresAt, settings }: Invitation): Mail {
  const shop = settings['shop.name']
  return writeMail({ to, subject: t('No account yet at {shop}', { shop }), expiresAt, settings }, [
    t('Hello,'),
    t(
      'Somebody asked for a sign-in code for this address, but there is no account with it yet. It takes a name and this address:',
    ),
    { href: `${publicUrl}${localPath('/register')}`, label: t('Register at {shop}', { shop }) },
    t('If it was not you, you can forget this mail.'),
  ])
}

interface ChangeMail {
  to: string
  /** The new address in the mail to the old one, and the reverse. */
  other: string
  settings: Settings
  codeMinutes: number
  expiresAt: Date
}

/** One of the two codes of a change of address, so that the owner of the old one is notified before it changes. */
export function changeMail({ to, other, code, codeMinutes, expiresAt, settings }: ChangeMail & { code: string }): Mail {
  const subject = t('A code to change an e-mail address at {shop}', { shop: settings['shop.name'] })
  return writeMail({ to, subject, expiresAt, secret: true, settings }, [
    t('Hello,'),
    t(
      'The address of an account at {shop} is to change: this mail goes to {to}, another one to {other}. The code of this one:',
      { shop: settings['shop.name'], to, other },
    ),
    { code },
    t('It works within {time}, together with the code of the other mail.', { time: formatMinutes(codeMinutes) }),
    t(
      'If you did not ask for it, do nothing: without both codes the address stays. If it was your account, sign out everywhere else in your profile.',
    ),
  ])
}

/** For a new address that has an account already: the screen says the same as for a free one. */
export function takenMail({ to, expiresAt, settings }: ChangeMail): Mail {
  const shop = settings['shop.name']
  return writeMail({ to, subject: t('This address has an account at {shop}', { shop }), expiresAt, settings }, [
    t('Hello,'),
    t(
      'Somebody wants to use this address for another account at {shop}. It has an account already, so nothing changes.',
      { shop },
    ),
    t('If it was you, sign in with this address, or delete its account first.'),
  ])
}

/** Notifies the old or the new address that the change is made. */
export function changedMail({ to, email, settings }: { to: string; email: string; settings: Settings }): Mail {
  const shop = settings['shop.name']
  return writeMail({ to, subject: t('Your e-mail address at {shop} is changed', { shop }), settings }, [
    t('Hello,'),
    t('Your account at {shop} has a new e-mail address: {email}. Codes and mails about orders go there.', {
      shop,
      email,
    }),
    t('It is signed out everywhere but where the change was made. If that was not you, please write to {address}.', {
      address: settings['shop.email'],
    }),
  ])
}

function greeting(name: string | null): string {
  return name ? t('Hello {name},', { name }) : t('Hello,')
}

function warning(failures: number): string[] {
  if (failures < MAX_TRIES) return []
  return [
    t('Please note: {failures} wrong codes were typed for your address lately. If it was not you, nothing is lost.', {
      failures,
    }),
  ]
}

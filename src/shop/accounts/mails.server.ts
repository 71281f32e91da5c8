import type { Mail } from '#platform/mail/mail.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { renderEmail } from '../email-template.server.ts'
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
export function codeMail({ code, ...mail }: SignInMail & { code: string }): Mail {
  const { text, html } = renderEmail(
    [
      greeting(mail.name),
      t('Here is your code for {shop}:', { shop: mail.settings['shop.name'] }),
      { code },
      t(
        'It works once, within {time}. Type it where you asked for it, and tell nobody: we never ask for it by phone or mail.',
        { time: formatMinutes(mail.codeMinutes) },
      ),
      ...warning(mail.failures),
      t('If you did not ask for a code, you can forget this mail. Nobody gets in without the code.'),
    ],
    mail.settings,
  )
  return {
    to: mail.to,
    subject: t('Your sign-in code for {shop}', { shop: mail.settings['shop.name'] }),
    text,
    html,
    expiresAt: mail.expiresAt,
    secret: true,
  }
}

/** Replaces the code after too many wrong guesses in a row: a link can't be guessed. */
export function linkMail({ href, ...mail }: SignInMail & { href: string }): Mail {
  const { text, html } = renderEmail(
    [
      greeting(mail.name),
      t('Many wrong codes were typed for your address. To keep others out, here is a link in place of a code:'),
      { href, label: t('Sign in to {shop}', { shop: mail.settings['shop.name'] }) },
      t('It works once, within {time}. Open it where you want to be signed in.', {
        time: formatMinutes(mail.codeMinutes),
      }),
      t('If you did not ask for it, you can forget this mail.'),
    ],
    mail.settings,
  )
  return {
    to: mail.to,
    subject: t('Your sign-in link for {shop}', { shop: mail.settings['shop.name'] }),
    text,
    html,
    expiresAt: mail.expiresAt,
    secret: true,
  }
}

/** For an address without an account: the screen says the same as to a customer, the mail invites to register. */
export function inviteMail({
  to,
  publicUrl,
  expiresAt,
  settings,
}: {
  to: string
  publicUrl: string
  expiresAt: Date
  settings: Settings
}): Mail {
  const { text, html } = renderEmail(
    [
      t('Hello,'),
      t(
        'Somebody asked for a sign-in code for this address, but there is no account with it yet. It takes a name and this address:',
      ),
      {
        href: `${publicUrl}${localPath('/register')}`,
        label: t('Register at {shop}', { shop: settings['shop.name'] }),
      },
      t('If it was not you, you can forget this mail.'),
    ],
    settings,
  )
  return { to, subject: t('No account yet at {shop}', { shop: settings['shop.name'] }), text, html, expiresAt }
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

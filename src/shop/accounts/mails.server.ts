import type { Mail } from '#platform/mail/mail.ts'
import { renderEmail } from '../email-template.server.ts'
import { MAX_TRIES, spanInWords } from './rules.ts'

interface Letter {
  to: string
  expiresAt: Date
  codeMinutes: number
  /** The name of an account that was proved before. A name that a stranger just typed is not sent to anybody. */
  name: string | null
  /** Wrong guesses in a row so far: the owner of the mailbox hears of them (ASVS 6.3.5). */
  failures: number
}

/** The login code, on a line of its own. The subject does not carry it: subjects show on locked screens and in logs. */
export function codeMail({ code, ...letter }: Letter & { code: string }): Mail {
  const { text, html } = renderEmail([
    greeting(letter.name),
    'Here is your code for Fourth Seat:',
    { code },
    `It works once, within ${spanInWords(letter.codeMinutes)}. Type it where you asked for it, and tell nobody: we never ask for it by phone or mail.`,
    ...warning(letter.failures),
    'If you did not ask for a code, you can forget this mail. Nobody gets in without the code.',
  ])
  return {
    to: letter.to,
    subject: 'Your sign-in code for Fourth Seat',
    text,
    html,
    expiresAt: letter.expiresAt,
    secret: true,
  }
}

/** In place of a code, once too many wrong codes were typed in a row: a link can't be guessed. */
export function linkMail({ href, ...letter }: Letter & { href: string }): Mail {
  const { text, html } = renderEmail([
    greeting(letter.name),
    'Many wrong codes were typed for your address. To keep others out, here is a link in place of a code:',
    { href, label: 'Sign in to Fourth Seat' },
    `It works once, within ${spanInWords(letter.codeMinutes)}. Open it where you want to be signed in.`,
    'If you did not ask for it, you can forget this mail.',
  ])
  return {
    to: letter.to,
    subject: 'Your sign-in link for Fourth Seat',
    text,
    html,
    expiresAt: letter.expiresAt,
    secret: true,
  }
}

/** For an address that nobody registered: the screen says the same as to a customer, the mail tells the owner. */
export function inviteMail({ to, publicUrl, expiresAt }: { to: string; publicUrl: string; expiresAt: Date }): Mail {
  const { text, html } = renderEmail([
    'Hello,',
    'Somebody asked for a sign-in code for this address, but there is no account with it yet. It takes a name and this address:',
    { href: `${publicUrl}/register`, label: 'Register at Fourth Seat' },
    'If it was not you, you can forget this mail.',
  ])
  return { to, subject: 'No account yet at Fourth Seat', text, html, expiresAt }
}

function greeting(name: string | null): string {
  return name ? `Hello ${name},` : 'Hello,'
}

function warning(failures: number): string[] {
  if (failures < MAX_TRIES) return []
  return [
    `Please note: ${failures} wrong codes were typed for your address lately. If it was not you, nothing is lost.`,
  ]
}

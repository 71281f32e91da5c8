import type { Mail } from '#platform/mail/mail.ts'
import { renderEmail } from '../email-template.server.ts'
import type { Settings } from '../settings/rules.ts'

/** Asks for confirmation of a subscription; the same email for new and known subscribers. */
export function subscribeMail({
  to,
  publicUrl,
  token,
  settings,
}: {
  to: string
  publicUrl: string
  token: string
  settings: Settings
}): Mail {
  const { text, html } = renderEmail(
    [
      'Hello,',
      `Somebody, hopefully you, asked for the ${settings['shop.name']} newsletter at this address. If you want it, please say so here:`,
      { href: `${publicUrl}/newsletter/confirm?token=${token}`, label: 'Yes, keep me a seat' },
      'If not, you can forget this mail: without a yes we send nothing more. To leave the list at any time:',
      { href: `${publicUrl}/newsletter/leave?token=${token}`, label: 'Leave the newsletter' },
    ],
    settings,
  )
  return { to, subject: `Please confirm: the ${settings['shop.name']} newsletter`, text, html }
}

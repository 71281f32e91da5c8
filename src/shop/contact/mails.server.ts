import type { Mail } from '#platform/mail/mail.ts'
import { renderEmail } from '../email-template.server.ts'

/** Asks for confirmation of a subscription; the same email for new and known subscribers. */
export function subscribeMail({ to, publicUrl, token }: { to: string; publicUrl: string; token: string }): Mail {
  const { text, html } = renderEmail([
    'Hello,',
    'Somebody, hopefully you, asked for the Fourth ProgressStep newsletter at this address. If you want it, please say so here:',
    { href: `${publicUrl}/newsletter/confirm?token=${token}`, label: 'Yes, keep me a seat' },
    'If not, you can forget this mail: without a yes we send nothing more. To leave the list at any time:',
    { href: `${publicUrl}/newsletter/leave?token=${token}`, label: 'Leave the newsletter' },
  ])
  return { to, subject: 'Please confirm: the Fourth ProgressStep newsletter', text, html }
}

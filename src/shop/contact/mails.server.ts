import type { Mail } from '#platform/mail/mail.ts'
import { fullDay } from '#platform/text/dates.ts'
import { markdownHtml } from '#platform/text/markdown.server.ts'
import { withLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import type { MailLink, Sender } from '../email-parts.ts'
import { greeting } from '../email-pieces.server.ts'
import { writeMail } from '../email-template.server.ts'

/** An answer that begins with a greeting of its own: a short first line, such as “Dear Neha,”. */
const GREETING =
  /^\s*(?:hello|hi|hey|dear|namaste|good (?:morning|afternoon|evening)|नमस्ते|प्रिय)(?![\p{L}\p{M}])[^\n]{0,60}[,!.:]?\s*(?:\n|$)/iu

/** A subscriber with the token of their links. */
interface ToSubscriber extends Sender {
  to: string
  token: string
}

/** Asks for confirmation of a subscription. New and known subscribers get the same email. */
export function subscribeMail({ to, publicUrl, token, settings }: ToSubscriber): Mail {
  const shop = settings['shop.name']
  const subject = t('Please confirm: the {shop} newsletter', { shop })
  return writeMail({ to, subject, settings, publicUrl, question: token }, [
    greeting(null),
    t(
      'Someone, hopefully you, signed this address up for the {shop} newsletter. To confirm, open this link and press the button:',
      { shop },
    ),
    {
      button: { href: withLanguage(`${publicUrl}/newsletter/confirm?token=${token}`), label: t('Yes, send it to me') },
    },
    t('If not, ignore this e-mail and we won’t send anything else. To unsubscribe at any time:'),
    { links: [leaveLink(publicUrl, token)] },
  ])
}

/** The shop's answer to a contact form message, with the message quoted below it. */
export function answerMail(
  message: { email: string; firstName: string; text: string; sentAt: Date },
  answer: string,
  { settings, publicUrl }: Sender,
): Mail {
  return writeMail(
    {
      to: message.email,
      subject: t('Your message to {shop}', { shop: settings['shop.name'] }),
      headers: { 'Reply-To': settings['shop.email'] },
      settings,
      publicUrl,
    },
    [
      // Not twice, if whoever answers has written one.
      ...(GREETING.test(answer) ? [] : [greeting(message.firstName)]),
      answer,
      t('On {day} you wrote:', {
        day: fullDay(message.sentAt.toISOString()) ?? '',
      }),
      { quote: message.text },
    ],
  )
}

/** One issue of the newsletter for one subscriber, with one-click unsubscribe (RFC 8058). */
export function newsletterMail(
  issue: { subject: string; body: string },
  { to, token, publicUrl, settings }: ToSubscriber,
): Mail {
  const leave = leaveLink(publicUrl, token)
  // Links in the issue may be paths of the shop.
  const body = issue.body.replaceAll('](/', `](${publicUrl}/`)
  return writeMail(
    {
      to,
      subject: issue.subject,
      headers: { 'List-Unsubscribe': `<${leave.href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      settings,
      publicUrl,
    },
    [
      { text: body, html: markdownHtml(issue.body).replace(/ (href|src)="\//g, ` $1="${publicUrl}/`) },
      t('You’re getting this e-mail because you subscribed to the {shop} newsletter.', { shop: settings['shop.name'] }),
      { links: [leave] },
    ],
  )
}

function leaveLink(publicUrl: string, token: string): MailLink {
  const href = withLanguage(`${publicUrl}/newsletter/leave?token=${token}`)
  return { href, label: t('Unsubscribe from the newsletter') }
}

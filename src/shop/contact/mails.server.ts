import { escapeHtml } from '#platform/html.server.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { type Inline, parseMarkdown } from '#ui/markdown-parser.ts'
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
      { href: `${publicUrl}/newsletter/confirm?token=${token}`, label: 'Yes, send it to me' },
      'If not, you can forget this mail: without a yes we send nothing more. To leave the list at any time:',
      { href: `${publicUrl}/newsletter/leave?token=${token}`, label: 'Leave the newsletter' },
    ],
    settings,
  )
  return { to, subject: `Please confirm: the ${settings['shop.name']} newsletter`, text, html }
}

/** The shop's answer to a message of the contact form, with the message below it. */
export function answerMail(
  message: { email: string; firstName: string; text: string; sentAt: Date },
  answer: string,
  settings: Settings,
): Mail {
  const { text, html } = renderEmail(
    [
      `Hello ${message.firstName},`,
      answer,
      `On ${message.sentAt.toLocaleDateString('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })} you wrote:\n${message.text.replace(/^/gm, '> ')}`,
    ],
    settings,
  )
  return {
    to: message.email,
    subject: `Your message to ${settings['shop.name']}`,
    text,
    html,
    headers: { 'Reply-To': settings['shop.email'] },
  }
}

/** One issue of the newsletter for one subscriber; mail programs unsubscribe with one press (RFC 8058). */
export function newsletterMail(
  issue: { subject: string; body: string },
  { to, token, publicUrl, settings }: { to: string; token: string; publicUrl: string; settings: Settings },
): Mail {
  const leave = `${publicUrl}/newsletter/leave?token=${token}`
  // Links of the issue may be paths of the shop.
  const body = issue.body.replaceAll('](/', `](${publicUrl}/`)
  const { text, html } = renderEmail(
    [
      { text: body, html: markdownHtml(body) },
      `You get this mail because you asked for the ${settings['shop.name']} newsletter.\n${settings['shop.legalName']}, ${settings['shop.address']}`,
      { href: leave, label: 'Leave the newsletter' },
    ],
    settings,
  )
  return {
    to,
    subject: issue.subject,
    text,
    html,
    headers: { 'List-Unsubscribe': `<${leave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

function markdownHtml(text: string): string {
  return parseMarkdown(text)
    .map(({ tag, items: [first = [], ...more] }) => {
      if (tag !== 'ul' && tag !== 'ol') return `<${tag}>${first.map(inlineHtml).join('')}</${tag}>`
      const items = [first, ...more].map((item) => `<li>${item.map(inlineHtml).join('')}</li>`)
      return `<${tag}>${items.join('')}</${tag}>`
    })
    .join('\n')
}

function inlineHtml(part: Inline): string {
  if (typeof part === 'string') return escapeHtml(part)
  if (part.tag === 'br') return '<br>'
  const content = part.children.map(inlineHtml).join('')
  return part.tag === 'a'
    ? `<a href="${escapeHtml(part.href)}">${content}</a>`
    : `<${part.tag}>${content}</${part.tag}>`
}

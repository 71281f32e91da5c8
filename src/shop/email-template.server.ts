import { escapeHtml } from '#platform/html.server.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { language } from '#platform/text/t.ts'
import { textOn } from './settings/colour-rules.ts'
import type { Settings } from './settings/rules.ts'

/** A part of an email: a paragraph, a code to copy, a button, or a table. */
export type EmailPart =
  | string
  | { code: string }
  | { href: string; label: string }
  | { rows: readonly [string, string][] }
  /** The same content as text and as HTML, which isn't escaped again. */
  | { text: string; html: string }

const FONT = 'font-family:Arial,Helvetica,sans-serif'

/** A mail with these parts as text and HTML; the other fields are passed on. */
export function writeMail(
  { settings, ...mail }: Omit<Mail, 'text' | 'html'> & { settings: Settings },
  parts: readonly EmailPart[],
): Mail {
  return { ...mail, ...renderEmail(parts, settings) }
}

/**
 * An email of the shop, signed with its name, as plain text and as HTML with the same content. Texts are escaped, and
 * no resource is loaded, so that opening it reveals nothing.
 */
export function renderEmail(parts: readonly EmailPart[], sender: Settings): { text: string; html: string } {
  const signature = [sender['shop.name'], sender['shop.motto']].filter((line) => line !== '').join('\n')
  const signed: readonly EmailPart[] = [...parts, signature]
  // `brand.signal` is the colour of buttons, `brand.accent` that of links (docs/decisions/012).
  const body = signed.map((part) => htmlOf(part, sender['brand.signal'])).join('\n')
  const html = `<!doctype html>
<html lang="${language()}"><body style="margin:0;padding:24px;background:rgb(247,244,237);color:rgb(28,26,22);${FONT};font-size:16px;line-height:1.5">
<div style="max-width:520px;margin:0 auto;padding:24px;background:white;border-radius:8px">
${body}
</div>
</body></html>
`
  return { text: `${signed.map(textOf).join('\n\n')}\n`, html }
}

function textOf(part: EmailPart): string {
  if (typeof part === 'string') return part
  if ('code' in part) return part.code
  if ('rows' in part) return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  if ('html' in part) return part.text
  return `${part.label}:\n${part.href}`
}

function htmlOf(part: EmailPart, colour: string): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`
  if ('html' in part) return part.html
  if ('code' in part)
    return `<p style="margin:0 0 16px;font-size:32px;font-weight:bold;letter-spacing:4px">${escapeHtml(part.code)}</p>`
  if ('rows' in part)
    return `<table style="margin:0 0 16px;border-collapse:collapse">${part.rows.map(rowOf).join('')}</table>`
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:12px 20px;background:${colour};color:${textOn(colour)};border-radius:6px;text-decoration:none;font-weight:bold">${escapeHtml(part.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px">${escapeHtml(part.href)}</p>`
}

function rowOf([name, value]: readonly [string, string]): string {
  const cell = 'padding:4px 16px 4px 0;text-align:left;vertical-align:top'
  return `<tr><td style="${cell}">${escapeHtml(name)}</td><td style="${cell}">${escapeHtml(value)}</td></tr>`
}

import { escapeHtml } from '#platform/html.server.ts'
import { formatPrice } from '#platform/money.ts'
import { language } from '#platform/text/t.ts'
import type { EmailPart, MailLink, MailPiece, MailStep, MailSum, Sender } from './email-parts.ts'
import { shownBrand } from './settings/brand.server.ts'
import { brandColours, textOn } from './settings/colour-rules.ts'
import { logoRatio } from './settings/logo-rules.ts'

/** The colours of src/ui/theme.css, which mail clients can't read as variables. */
const LIGHT = { page: '#f7f4ed', card: '#ffffff', line: '#d9d2c3', ink: '#14130f', soft: '#4d4739' }
const DARK = { page: '#12110e', card: '#1b1a16', line: '#45413a', ink: '#f6f2e8', soft: '#c9c2b2' }

// The Hindi fonts of Android, Windows and Apple. Outlook shows Times for text whose first font it doesn't know.
const FONT = "font-family:Arial,Helvetica,'Noto Sans Devanagari','Nirmala UI','Kohinoor Devanagari',sans-serif"
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const GAP = 'margin:0 0 20px'

/** As much as an inbox shows. */
const PREHEADER_LENGTH = 140

/** What an inbox shows beside the subject: the first sentences, and not the shop's name and the heading. */
function preheaderHtml(parts: readonly EmailPart[]): string {
  const words = parts.filter((part) => typeof part === 'string').join(' ')
  const hidden = 'style="display:none;max-height:0;overflow:hidden"'
  // What fills the rest of the inbox's line, which would show the shop's name, the heading and the steps.
  const filler = '&#847;&zwnj;&nbsp;'.repeat(Math.max(0, PREHEADER_LENGTH - words.length))
  return `<div ${hidden}>${escapeHtml(words.slice(0, PREHEADER_LENGTH))}</div><div ${hidden}>${filler}</div>`
}

/** A mail as HTML: tables and inline styles, because mail clients drop or misread much of the rest. */
export function emailHtml(title: string, parts: readonly EmailPart[], sender: Sender): string {
  const { light, dark } = brandColours(sender.settings)
  const body = parts.map((part, index) => (index === leadOf(parts) ? leadHtml(part) : htmlOf(part, light))).join('\n')
  return `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
h2,h3{margin:0 0 12px}
@media (prefers-color-scheme:dark){
.page{background:${DARK.page}!important}
.card{background:${DARK.card}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}
.soft{color:${DARK.soft}!important}
.rule{border-color:${DARK.line}!important}
.bar{background:${DARK.ink}!important}
.track{background:${DARK.line}!important}
.signal{background:${dark.signal}!important}
.top{border-top-color:${dark.signal}!important}
.on-signal{color:${textOn(dark.signal)}!important}
.prose a{color:${dark.accent}!important}
}
@media (max-width:480px){.card{padding:24px 20px 4px!important}}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">
${preheaderHtml(parts)}
<table ${TABLE} width="100%" class="page" bgcolor="${LIGHT.page}" style="background:${LIGHT.page}"><tr><td align="center" style="padding:24px 12px">
<table ${TABLE} width="100%" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px">${headerHtml(sender, light)}</td></tr>
<tr><td class="card top ink" bgcolor="${LIGHT.card}" style="padding:32px 32px 12px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-top:4px solid ${light.signal};border-radius:8px;color:${LIGHT.ink};${FONT};font-size:16px;line-height:1.55">
${body}
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;color:${LIGHT.soft};${FONT};font-size:13px;line-height:1.6">${footerHtml(sender)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** Where the sentence that a heading leads to stands, or -1. */
function leadOf([first, second]: readonly EmailPart[]): number {
  return typeof first === 'object' && 'heading' in first && typeof second === 'string' ? 1 : -1
}

/** The news of a mail, larger than what follows. */
function leadHtml(text: EmailPart): string {
  return typeof text === 'string' ? `<p style="${GAP};font-size:18px;line-height:1.5">${withBreaks(text)}</p>` : ''
}

type Colours = ReturnType<typeof brandColours>['light']

function htmlOf(part: EmailPart, colours: Colours): string {
  if (typeof part === 'string') return paragraph(withBreaks(part))
  if ('heading' in part)
    return `<h1 class="ink" style="margin:0 0 16px;color:${LIGHT.ink};font-size:24px;line-height:1.3;font-weight:bold">${escapeHtml(part.heading)}</h1>`
  if ('code' in part)
    return `<p class="ink" style="${GAP};color:${LIGHT.ink};font-size:36px;line-height:1.2;font-weight:bold;letter-spacing:6px">${escapeHtml(part.code)}</p>`
  if ('quote' in part)
    return `<blockquote class="soft rule" style="${GAP};padding-left:14px;border-left:3px solid ${LIGHT.line};color:${LIGHT.soft}">${withBreaks(part.quote)}</blockquote>`
  if ('button' in part) return buttonHtml(part.button, colours)
  if ('links' in part) return `<p style="${GAP};font-size:14px">${part.links.map(linkHtml).join('<br>\n')}</p>`
  if ('rows' in part) return table(part.rows.map(rowHtml))
  if ('pieces' in part) return piecesHtml(part.pieces)
  if ('sums' in part) return table(part.sums.map(sumHtml))
  if ('steps' in part) return stepsHtml(part.steps, colours)
  const prose = part.html
    .replaceAll('<a ', `<a style="color:${colours.accent}" `)
    .replaceAll('<img ', '<img style="max-width:100%;height:auto;border:0" ')
  return `<div class="prose">${prose}</div>`
}

function paragraph(html: string): string {
  return `<p style="${GAP}">${html}</p>`
}

/** Lines as lines; an amount stays on one. */
function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>').replaceAll('Rs. ', 'Rs.&nbsp;')
}

function table(rows: readonly string[]): string {
  return `<table ${TABLE} width="100%" style="${GAP}">${rows.join('\n')}</table>`
}

function buttonHtml({ href, label }: MailLink, { signal }: Colours): string {
  return `<table ${TABLE} style="margin:4px 0 24px"><tr><td class="signal" bgcolor="${signal}" style="background:${signal};border-radius:6px"><a href="${escapeHtml(href)}" class="on-signal" style="display:inline-block;padding:14px 24px;color:${textOn(signal)};${FONT};font-size:16px;line-height:1.2;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
}

function linkHtml({ href, label }: MailLink): string {
  return `<a href="${escapeHtml(href)}" class="ink" style="display:inline-block;padding:4px 0;color:${LIGHT.ink};text-decoration:underline">${escapeHtml(label)}</a>`
}

function rowHtml([name, value]: readonly [string, string]): string {
  return `<tr><td class="soft" width="130" valign="top" style="padding:4px 16px 4px 0;color:${LIGHT.soft};font-size:15px">${escapeHtml(name)}</td><td valign="top" style="padding:4px 0;font-size:15px;word-break:break-word">${withBreaks(value)}</td></tr>`
}

function sumHtml({ label, amount, isTotal = false }: MailSum): string {
  const cell = isTotal
    ? `class="ink rule" style="padding:12px 0 4px;border-top:1px solid ${LIGHT.line};color:${LIGHT.ink};font-size:18px;font-weight:bold`
    : `class="soft" style="padding:4px 0 6px;color:${LIGHT.soft};font-size:15px`
  return `<tr><td ${cell}">${escapeHtml(label)}</td><td align="right" ${cell};white-space:nowrap">${escapeHtml(amount)}</td></tr>`
}

/** Products below each other. With a picture of one of them, all keep its column. */
function piecesHtml(pieces: readonly MailPiece[]): string {
  const hasPictures = pieces.some(({ picture }) => picture !== null)
  return table(pieces.map((piece) => pieceHtml(piece, hasPictures)))
}

/** The picture has a fixed size and its name beside it, so the mail is whole without it. */
function pieceHtml(
  { name, variant, count, price, note, change, href, picture, tone }: MailPiece,
  hasPictures: boolean,
): string {
  const cell = `class="rule" style="padding:12px 0;border-top:1px solid ${LIGHT.line};font-size:15px;line-height:1.45`
  const image = picture
    ? `<img src="${escapeHtml(picture)}" width="64" height="80" alt="" style="display:block;width:64px;height:80px;border:0;border-radius:4px;background:${tone ?? LIGHT.page};object-fit:cover">`
    : ''
  const bold = `class="ink" style="color:${LIGHT.ink};font-weight:bold;text-decoration:none"`
  const title = href
    ? `<a href="${escapeHtml(href)}" ${bold}>${escapeHtml(name)}</a>`
    : `<span ${bold}>${escapeHtml(name)}</span>`
  const each = price === null || count < 2 ? '' : `${count} × ${formatPrice(price)}`
  const detail = [variant, each, note].filter(Boolean).map(escapeHtml).join('<br>')
  const instead = change === '' ? '' : `<br><span ${bold}>${escapeHtml(change)}</span>`
  const amount = price === null ? (count > 0 ? `× ${count}` : '') : formatPrice(price * Math.max(count, 1))
  return `<tr>${!hasPictures ? '' : `<td width="80" valign="top" ${cell}">${image}</td>`}<td valign="top" ${cell};padding-right:12px">${title}<br><span class="soft" style="color:${LIGHT.soft}">${detail}</span>${instead}</td><td align="right" valign="top" ${cell};white-space:nowrap">${escapeHtml(amount)}</td></tr>`
}

function stepsHtml(steps: readonly MailStep[], { signal }: Colours): string {
  const width = `${Math.floor(100 / steps.length)}%`
  const cells = steps.map(({ label, detail, reached }, index) => {
    const colour = reached ? signal : LIGHT.line
    const text = reached
      ? `class="ink" style="color:${LIGHT.ink};font-weight:bold"`
      : `class="soft" style="color:${LIGHT.soft}"`
    const day = [reached ? '✓' : '', detail === null ? '' : escapeHtml(detail)].filter(Boolean).join('&nbsp;')
    return `<td width="${width}" valign="top" style="padding-right:${index < steps.length - 1 ? 6 : 0}px;font-size:12px;line-height:1.4"><div class="${reached ? 'signal' : 'track'}" style="height:6px;margin-bottom:8px;background:${colour};border-radius:3px;font-size:0;line-height:0">&nbsp;</div><span ${text}>${escapeHtml(label)}</span><br><span class="soft" style="color:${LIGHT.soft}">${day}</span></td>`
  })
  return `<table ${TABLE} width="100%" style="margin:4px 0 24px"><tr>${cells.join('')}</tr></table>`
}

/** The shop's mark and name. The demonstration's mark is drawn, so that it shows without pictures, too. */
function headerHtml({ settings, publicUrl }: Sender, { signal }: Colours): string {
  const { mark } = shownBrand(settings)
  const cells =
    mark === 'bars' ? barCells(signal) : mark === '' ? '' : logoCell(publicUrl, settings['brand.mark'], mark)
  const name = `<a href="${escapeHtml(publicUrl)}" class="ink" style="color:${LIGHT.ink};${FONT};font-size:15px;line-height:1.2;font-weight:bold;letter-spacing:1px;text-decoration:none;text-transform:uppercase">${escapeHtml(settings['shop.name'])}</a>`
  return `<table ${TABLE}><tr>${cells}<td valign="middle">${name}</td></tr></table>`
}

function barCells(signal: string): string {
  const bar = (name: string, colour: string, height: number, gap: number) =>
    `<td valign="bottom" style="padding-right:${gap}px"><div class="${name}" style="width:6px;height:${height}px;background:${colour};border-radius:2px;font-size:0;line-height:0">&nbsp;</div></td>`
  return `${bar('bar', LIGHT.ink, 24, 2).repeat(3)}${bar('signal', signal, 13, 10)}`
}

/** The owner's logo on light paper, because it may only suit light surfaces. */
function logoCell(publicUrl: string, logo: string, mark: string): string {
  const height = 32
  const width = Math.round(Math.min(160, height * logoRatio(logo)))
  return `<td style="padding-right:10px"><img src="${escapeHtml(publicUrl + mark.replace('?', '.png?'))}" width="${width}" height="${height}" alt="" style="display:block;width:${width}px;height:${height}px;border:0;border-radius:3px;background:${LIGHT.page};object-fit:contain"></td>`
}

function footerHtml({ settings, publicUrl }: Sender): string {
  const name = `<a href="${escapeHtml(publicUrl)}" class="ink" style="color:${LIGHT.ink};font-weight:bold;text-decoration:none">${escapeHtml(settings['shop.name'])}</a>`
  const lines = [
    [name, escapeHtml(settings['shop.motto'])],
    [escapeHtml(settings['shop.legalName']), escapeHtml(settings['shop.address'])],
    [mailtoHtml(settings['shop.email']), escapeHtml(settings['shop.phone'])],
  ]
  return lines
    .map((line) => line.filter(Boolean).join(' · '))
    .filter(Boolean)
    .join('<br>')
}

function mailtoHtml(address: string): string {
  if (address === '') return ''
  return `<a href="mailto:${escapeHtml(address)}" class="soft" style="color:${LIGHT.soft}">${escapeHtml(address)}</a>`
}

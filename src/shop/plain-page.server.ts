import { createHash } from 'node:crypto'
import { escapeHtml } from '#platform/html.server.ts'
import { localPath } from '#platform/text/local-path.ts'
import { language, t } from '#platform/text/t.ts'
import { TEXT_FONT, WIDE_FONT } from '#ui/font-files.ts'
import type { Settings } from './settings/definitions.ts'

const STYLE = `
:root{color-scheme:light dark}
@font-face{font-family:Text;src:url(${TEXT_FONT}) format('woff2');font-display:swap}
@font-face{font-family:Wide;src:url(${WIDE_FONT}) format('woff2');font-display:swap}
body{font:17px/1.5 Text,system-ui,sans-serif;background:#f7f4ed;color:#14130f;max-width:34rem;margin:0 auto;padding:2rem 1rem}
h1,h2{font-family:Wide,system-ui,sans-serif;font-weight:800;line-height:1.2}
a{color:inherit}
.home{display:inline-block;padding:.6rem 0;font-family:Wide,system-ui,sans-serif;font-weight:800;text-decoration:none}
.button{display:inline-block;text-decoration:none}
button,.button{font:inherit;font-weight:700;padding:.75rem 1.25rem;border:0;border-radius:.4rem;background:#14130f;color:#f7f4ed}
@media (prefers-color-scheme:dark){body{background:#12110e;color:#f6f2e8}button,.button{background:#f6f2e8;color:#14130f}}`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/** A page's title and content, as trusted HTML. */
interface PlainContent {
  title: string
  body: string
  /** HTML above the title; by default the shop's name, which leads home. */
  header?: string
  /** CSS after the style sheet of all plain pages. */
  style?: string
}

/** A page outside of the storefront, without scripts. `shop` is the shop's name as text. */
export function plainPage(status: number, shop: string, content: PlainContent): Response {
  const { title, body, header = homeLink(shop), style = '' } = content
  const css = `${STYLE}${style}`
  const html = `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${escapeHtml(shop)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${css}</style>
</head>
<body>
${header}<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(html, { status, headers: { ...HEADERS, 'content-security-policy': policyFor(css) } })
}

/** Who sent the mail whose link led here. */
function homeLink(name: string): string {
  const label = escapeHtml(t('{name}, home', { name }))
  return `<header><a class="home" href="${localPath('/')}" aria-label="${label}">${escapeHtml(name)}</a></header>\n`
}

function policyFor(css: string): string {
  const hash = createHash('sha256').update(css).digest('base64')
  return `default-src 'none'; font-src 'self'; img-src 'self'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

/** The page that a visitor without a connection sees instead of an uncached page. */
export function offlinePage(settings: Settings): Response {
  const name = settings['shop.name']
  return plainPage(200, name, {
    title: t('You’re offline'),
    body: `<p>${t('This page isn’t saved on this device. You need to be online to pay or sign in, too.')}</p>
<p>${t('Please try again when you’re back online. Your cart is safe.')}</p>
<p><a class="button" href="">${t('Try again')}</a></p>`,
  })
}

import { createHash } from 'node:crypto'
import { escapeHtml } from '#platform/html.server.ts'
import { localPath } from '#platform/text/local-path.ts'
import { language, t } from '#platform/text/t.ts'
import { TEXT_FONT, WIDE_FONT } from '#ui/font-files.ts'
import { hasDefaultName, type Settings } from './settings/definitions.ts'

const STYLE = `
:root{color-scheme:light dark}
@font-face{font-family:Text;src:url(${TEXT_FONT}) format('woff2');font-display:swap}
@font-face{font-family:Wide;src:url(${WIDE_FONT}) format('woff2');font-display:swap}
body{font:17px/1.5 Text,system-ui,sans-serif;background:#f7f4ed;color:#1c1a16;max-width:34rem;margin:0 auto;padding:4rem 1rem}
h1,h2{font-family:Wide,system-ui,sans-serif;font-weight:800;line-height:1.2}
a{color:inherit}
ul{list-style:none;padding:0}
li a,.home{display:inline-block;padding:.6rem 0}
.home{font-family:Wide,system-ui,sans-serif;font-weight:800;text-decoration:none}
.button{display:inline-block;text-decoration:none}
button,.button{font:inherit;font-weight:700;padding:.75rem 1.25rem;border:0;border-radius:.4rem;background:#1c1a16;color:#f7f4ed}
@media (prefers-color-scheme:dark){body{background:#171511;color:#f2ede2}button,.button{background:#f2ede2;color:#171511}}`

const POLICY = `default-src 'none'; font-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/**
 * A page outside of the storefront, without scripts. `title` and `body` are trusted HTML; `shop` is the shop's name as
 * text.
 */
export function plainPage(status: number, shop: string, { title, body }: { title: string; body: string }): Response {
  const html = `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${escapeHtml(shop)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(html, { status, headers: HEADERS })
}

/** The page of a closed shop, at every URL. Until the owner has named the shop, the page has no name. */
export function openingSoonPage(settings: Settings): Response {
  const shop = hasDefaultName(settings) ? t('This shop') : settings['shop.name']
  return plainPage(200, shop, {
    title: t('Opening soon'),
    body: `<p>${escapeHtml(t('{shop} is opening soon. Please come back.', { shop }))}</p>`,
  })
}

/** The page that a visitor without a connection sees instead of an uncached page. */
export function offlinePage(settings: Settings): Response {
  return plainPage(200, settings['shop.name'], {
    title: t('You’re offline'),
    body: `<p><a class="home" href="${localPath('/')}">${escapeHtml(settings['shop.name'])}</a></p>
<p>${t('This page isn’t saved on this device. You need to be online to pay or sign in, too.')}</p>
<p>${t('Please try again when you’re back online. Your cart is safe.')}</p>
<p><a class="button" href="">${t('Try again')}</a></p>`,
  })
}

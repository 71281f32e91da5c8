import { createHash } from 'node:crypto'
import { escapeHtml } from '#platform/html.server.ts'
import type { Shop } from '../shop.server.ts'
import { confirmSubscriber, removeSubscriber } from './store.server.ts'

const STYLE = `
:root{color-scheme:light dark}
body{font:17px/1.5 system-ui,sans-serif;background:#f7f4ed;color:#1c1a16;max-width:34rem;margin:0 auto;padding:4rem 1rem}
a{color:inherit}
button{font:inherit;font-weight:700;padding:.75rem 1.25rem;border:0;border-radius:.4rem;background:#ffc80a;color:#1c1a16}
@media (prefers-color-scheme:dark){body{background:#171511;color:#f2ede2}}`

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/**
 * The pages behind the links of the newsletter's email. `GET /newsletter/confirm?token=` confirms. Leaving takes a `POST`:
 * link scanners, which open the links of emails, must not unsubscribe anybody.
 */
export function createNewsletterPages(shop: Pick<Shop, 'db'>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const token = searchParams.get('token') ?? ''
    const { status, html } =
      pathname === '/newsletter/confirm'
        ? await confirmSubscription(shop, token)
        : await leaveSubscription(shop, token, request.method === 'POST')
    return new Response(html, { status, headers: HEADERS })
  }
}

interface Page {
  status: number
  html: string
}

async function confirmSubscription(shop: Pick<Shop, 'db'>, token: string): Promise<Page> {
  return isToken(token) && (await confirmSubscriber(shop.db, token)) ? page(200, CONFIRMED) : page(404, INVALID_LINK)
}

async function leaveSubscription(shop: Pick<Shop, 'db'>, token: string, confirmed: boolean): Promise<Page> {
  if (!isToken(token)) return page(404, INVALID_LINK)
  if (!confirmed) return page(200, leaveForm(token))
  await removeSubscriber(shop.db, token)
  return page(200, REMOVED)
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

interface Text {
  title: string
  body: string
}

const HOME = '<p><a href="/">To the shop</a></p>'

const CONFIRMED: Text = {
  title: 'Your seat is kept',
  body: `<p>Thank you. When the newsletter sets off, you are on board.</p>${HOME}`,
}

const REMOVED: Text = { title: 'You have left the list', body: `<p>We have forgotten your address.</p>${HOME}` }

const INVALID_LINK: Text = {
  title: 'This link does not work',
  body: `<p>It may be incomplete, or the address has left the list. You can subscribe again at the foot of any page.</p>${HOME}`,
}

function leaveForm(token: string): Text {
  const action = `/newsletter/leave?token=${escapeHtml(token)}`
  return {
    title: 'Leave the newsletter?',
    body: `<form method="post" action="${action}"><button type="submit">Leave the newsletter</button></form>${HOME}`,
  }
}

function page(status: number, { title, body }: Text): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Fourth Seat</title>
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
  return { status, html }
}

import { createHash } from 'node:crypto'
import { escapeHtml } from './html.server.ts'
import type { KeptMail, Mailbox } from './mailbox.server.ts'

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between}
article{border:1px solid #8887;border-radius:.5rem;padding:1rem;margin:1rem 0}
h2{font-size:1.1rem;margin:0 0 .25rem}
p{margin:.25rem 0}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;margin:1rem 0 0}
input,button{font:inherit;padding:.4rem .75rem}`

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/**
 * Answers `/dev/mailbox`: all kept mails, newest first; `?to=ADDRESS` narrows to one mailbox, and
 * `Accept: application/json` asks for data. It needs no script, and looks for new mail by itself.
 */
export function createMailboxPage(mailbox: Mailbox): (request: Request) => Promise<Response> {
  return async (request) => {
    const to = new URL(request.url).searchParams.get('to') ?? ''
    const mails = await mailbox.list(to === '' ? {} : { to })
    if (request.headers.get('accept')?.includes('application/json'))
      return Response.json({ mails }, { headers: HEADERS })
    return new Response(renderMailboxPage(mails, to), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY, ...HEADERS },
    })
  }
}

/** The page's HTML. Texts of mails are shown in full, and as text. */
export function renderMailboxPage(mails: readonly KeptMail[], to: string): string {
  const list = mails.map(renderMail).join('\n') || '<p>No mail yet. It comes here by itself.</p>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="15">
<title>Development mailbox | Fourth Seat</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Development mailbox</h1>
<form method="get" action="/dev/mailbox">
<label>To <input name="to" type="search" value="${escapeHtml(to)}"></label>
<button type="submit">Reload</button>
</form>
</header>
<p>No mail server is set (SMTP_URL), so mail is kept here and goes nowhere.</p>
<main>
${list}
</main>
</body>
</html>
`
}

function renderMail(mail: KeptMail): string {
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To: ${escapeHtml(mail.to)}</p>
<p>From: ${escapeHtml(mail.from)}</p>
<p><time datetime="${escapeHtml(mail.date)}">${escapeHtml(mail.date.replace('T', ' ').replace('Z', ' UTC'))}</time></p>
<pre>${escapeLinks(mail.text)}</pre>
</article>`
}

/** The text with its web addresses as links: a confirmation has to be clickable here too. */
function escapeLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')
}

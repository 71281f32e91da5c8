import { createHash } from 'node:crypto'
import { problem } from '../api/problem.server.ts'
import { isPrivateHost } from '../config/private-host.server.ts'
import { isLoopback } from '../config.server.ts'
import { escapeHtml } from '../html.server.ts'
import { isForwarded, isLocalRequest } from '../http/client-address.server.ts'
import type { Mailbox, StoredMail } from './mailbox.server.ts'

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

interface MailboxPageOptions {
  mailbox: Mailbox
  shopName(): string
  /** The shop's origin. If it's a loopback address, only this machine may read the mailbox. */
  publicUrl: string
  /** A mailbox at a public address is wanted. */
  allowSandbox: boolean
}

/**
 * Serves `/dev/mailbox`: the stored mails, newest first. `?to=ADDRESS` narrows to one recipient, and
 * `Accept: application/json` gets JSON. `peer` is the socket's remote address.
 */
export function createMailboxPage(options: MailboxPageOptions): (request: Request, peer?: string) => Promise<Response> {
  const { mailbox, shopName, publicUrl } = options
  return async (request, peer) => {
    if (!isAllowed(request, options, peer))
      return problem('forbidden', `The mailbox is shown at ${publicUrl}/dev/mailbox.`)
    const { searchParams } = new URL(request.url)
    const file = await mailbox.file(searchParams.get('mail') ?? '', Number(searchParams.get('file') ?? Number.NaN))
    if (file)
      return new Response(new Uint8Array(file.content), { headers: { 'content-type': file.contentType, ...HEADERS } })
    const to = searchParams.get('to') ?? ''
    const mails = await mailbox.list(to === '' ? {} : { to })
    if (request.headers.get('accept')?.includes('application/json'))
      return Response.json({ mails }, { headers: HEADERS })
    return new Response(renderMailboxPage(shopName(), mails, to), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY, ...HEADERS },
    })
  }
}

/**
 * Only this machine and the local network may read the mailbox, without a proxy in between, unless ALLOW_SANDBOX says
 * that a public one is wanted. Any other name in the Host header may be a DNS rebinding attack, in which a website reads
 * login codes from a developer's machine through the developer's browser.
 */
function isAllowed({ headers, url }: Request, options: MailboxPageOptions, peer = '127.0.0.1'): boolean {
  const { publicUrl, allowSandbox } = options
  const host = headers.get('host') ?? new URL(url).host
  const isPublicHost = host === new URL(publicUrl).host
  if (isLoopback(publicUrl))
    return isLocalRequest(peer, headers) && URL.canParse(`http://${host}`) && isLoopback(`http://${host}`)
  return isPublicHost && (allowSandbox || (isPrivateHost(peer) && !isForwarded(headers)))
}

function renderMailboxPage(shopName: string, mails: readonly StoredMail[], to: string): string {
  const list = mails.map(renderMail).join('\n') || '<p>No mail yet. The page reloads by itself.</p>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="15">
<title>Development mailbox | ${escapeHtml(shopName)}</title>
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
<p>No mail server is set (SMTP_URL), so mail is stored here and not sent.</p>
<main>
${list}
</main>
</body>
</html>
`
}

function renderMail(mail: StoredMail): string {
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To: ${escapeHtml(mail.to)}</p>
<p>From: ${escapeHtml(mail.from)}</p>
<p><time datetime="${escapeHtml(mail.date)}">${escapeHtml(mail.date.replace('T', ' ').replace('Z', ' UTC'))}</time></p>
<pre>${escapeLinks(mail.text)}</pre>
${mail.attachments.map(({ filename }, index) => renderFile(mail.id, filename, index)).join('\n')}
</article>`
}

function renderFile(id: string, filename: string, index: number): string {
  const url = `/dev/mailbox?mail=${encodeURIComponent(id)}&file=${index}`
  return `<p>Attached: <a download="${escapeHtml(filename)}" href="${escapeHtml(url)}">${escapeHtml(filename)}</a></p>`
}

/** The escaped text with its URLs as links. */
function escapeLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}

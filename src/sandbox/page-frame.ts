import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { SessionDetail } from './sessions.server.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Sentence that stands on every dialog page. */
export const NO_MONEY = 'Test payments, no money moves'

/** Paise as the shopper reads them: `₹1,234.50`. */
export function rupees(paise: number, currency = 'INR'): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(paise / 100)
}

/** Data for the page's script; `<` is written so that no content can end the element. */
export function dataFor(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return html`<script type="application/json" id="${id}">${raw(json)}</script>`
}

/** What the page's script has to know on every page. */
function scriptData(detail: SessionDetail | null, message: unknown) {
  return {
    parentOrigin: detail?.parent_origin ?? null,
    deadline: detail?.deadline ?? null,
    escape: detail?.escape ?? true,
    confirmClose: detail?.confirm_close ?? false,
    color: detail?.color ?? '',
    message,
  }
}

const CONFIRM = html`<dialog id="confirm" aria-labelledby="confirm-title">
  <h2 id="confirm-title">Leave the payment?</h2>
  <p>The order stays unpaid.</p>
  <div class="row"><button type="button" class="quiet" id="confirm-stay">Stay</button><button type="button" class="main" id="confirm-leave">Leave</button></div>
</dialog>`

/** The options of one page. */
export type PageParts = {
  title: string
  /** Null on pages before or without a dialog session. */
  detail: SessionDetail | null
  /** The sum in the head line, already readable; null hides it. */
  sum: string | null
  body: Html
  /** Posted to the shop's page as soon as the page is there. */
  message?: unknown
}

/**
 * The whole document of one dialog page: head line, the page's part, the note that no money moves. Hidden until its
 * script is there: a press before that would be lost.
 */
export function dialogPage({ title, detail, sum, body, message }: PageParts): Html {
  const scheme = detail?.scheme ?? ''
  return html`<!doctype html>
<html lang="en" data-scheme="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Payment sandbox</title>
<link rel="stylesheet" href="/checkout/dialog.css">
<script src="/checkout/dialog.js" defer></script>
</head>
<body hidden>
<div class="sheet" id="sheet">
<header>
  <div class="who"><p class="bank">Payment sandbox</p><p class="shop">${detail === null ? 'Payment' : detail.name || 'Test shop'}</p></div>
  ${sum === null ? '' : html`<p class="sum">${sum}</p>`}
  <button type="button" class="close" id="close" aria-label="Close payment"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button>
</header>
<main>${body}</main>
<footer><p>${NO_MONEY}</p><p id="left" class="left" hidden></p></footer>
</div>
${CONFIRM}
${dataFor('page-data', scriptData(detail, message ?? null))}
</body>
</html>`
}

import { html } from 'hono/html'
import type { Html } from './page-frame.ts'
import { dialogPage, rupees } from './page-frame.ts'
import type { PaymentError, PaymentRecord } from './records.ts'
import type { Session } from './sessions.server.ts'
import { TEST_CARDS, UPI_FAILURE, UPI_SUCCESS } from './test-instruments.ts'

/** What a refused form shows: the field it is about, the sentence, and what had been typed (never a CVV). */
export type FormError = { field: string; sentence: string; kept: Record<string, string> }

const grouped = (digits: string) => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

function page(session: Session, title: string, body: Html, message?: unknown): Html {
  const sum = rupees(session.order.amount, session.order.currency)
  return dialogPage({ title, detail: session.detail, sum, body, message })
}

function methodTabs(session: Session, current: 'card' | 'upi'): Html {
  const link = (method: 'card' | 'upi', label: string) =>
    html`<a href="/checkout/s/${session.id}/${method}"${method === current ? html` aria-current="page"` : ''}>${label}</a>`
  return html`<nav aria-label="Ways to pay" class="tabs">${link('card', 'Card')}${link('upi', 'UPI')}</nav>`
}

function problem(error: FormError | null): Html {
  return error ? html`<p class="problem" id="problem" role="alert">${error.sentence}</p>` : html``
}

function invalid(error: FormError | null, field: string): Html {
  return error?.field === field ? html` aria-invalid="true" aria-describedby="problem"` : html``
}

function otherCards(): Html {
  return html`<details><summary>Other test cards</summary>
<ul class="cards">${TEST_CARDS.map(
    (card) =>
      html`<li><button type="button" data-fill="${card.number}"><span class="digits">${grouped(card.number)}</span><span class="kind">${card.network}, ${card.label}</span></button></li>`,
  )}</ul></details>`
}

/** Card: number, expiry, CVV, name; one press fills in a test card. */
export function cardPage(session: Session, error: FormError | null): Html {
  const kept = error?.kept ?? {}
  return page(
    session,
    'Pay by card',
    html`<h1 tabindex="-1" data-focus>Choose how to pay</h1>
${methodTabs(session, 'card')}
<button type="button" class="fill" data-fill="${TEST_CARDS[0]?.number ?? ''}">Use test card</button>
<form method="post" action="/checkout/s/${session.id}/card" novalidate>
${problem(error)}
<div class="field"><label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="23" value="${kept.number ?? ''}"${invalid(error, 'number')}></div>
<div class="pair">
<div class="field"><label for="expiry">Expiry (MM/YY)</label><input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" maxlength="7" value="${kept.expiry ?? ''}"${invalid(error, 'expiry')}></div>
<div class="field"><label for="cvv">CVV</label><input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" maxlength="4"${invalid(error, 'cvv')}></div>
</div>
<div class="field"><label for="holder">Name on card</label><input id="holder" name="holder" autocomplete="off" maxlength="80" value="${kept.holder ?? session.detail.prefill.name}"${invalid(error, 'holder')}></div>
<button class="main">Pay ${rupees(session.order.amount, session.order.currency)}</button>
</form>
${otherCards()}`,
  )
}

/** UPI: an address, or one of the two test addresses by one press. */
export function upiPage(session: Session, error: FormError | null): Html {
  return page(
    session,
    'Pay by UPI',
    html`<h1 tabindex="-1" data-focus>Choose how to pay</h1>
${methodTabs(session, 'upi')}
<form method="post" action="/checkout/s/${session.id}/upi" novalidate>
${problem(error)}
<div class="field"><label for="vpa">UPI ID</label><input id="vpa" name="vpa" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="60" value="${error?.kept.vpa ?? ''}"${invalid(error, 'vpa')}></div>
<div class="row"><button type="button" class="quiet" data-vpa="${UPI_SUCCESS}">${UPI_SUCCESS}</button><button type="button" class="quiet" data-vpa="${UPI_FAILURE}">${UPI_FAILURE}</button></div>
<button class="main">Pay ${rupees(session.order.amount, session.order.currency)}</button>
</form>`,
  )
}

function paidWith(payment: PaymentRecord): string {
  const { instrument } = payment
  return instrument.method === 'card' ? `${instrument.network} card ending ${instrument.last4}` : instrument.vpa
}

/** The mock bank's own page, where the shopper decides how the payment ends. */
export function bankPage(session: Session, payment: PaymentRecord): Html {
  return page(
    session,
    'Mock bank',
    html`<p class="badge">Mock bank</p>
<h1 tabindex="-1" data-focus>Confirm the payment</h1>
<dl><div><dt>To</dt><dd>${session.detail.name || 'Test shop'}</dd></div><div><dt>Amount</dt><dd>${rupees(payment.amount, payment.currency)}</dd></div><div><dt>With</dt><dd>${paidWith(payment)}</dd></div></dl>
<form method="post" action="/checkout/s/${session.id}/bank">
<div class="field"><label for="otp">OTP</label><input id="otp" name="otp" inputmode="numeric" autocomplete="off" maxlength="10" value="123456" aria-describedby="otp-hint"><p class="hint" id="otp-hint">Any 4 to 10 digits pass; fewer fail.</p></div>
<button class="main good" name="result" value="success">Success</button>
<button class="quiet bad" name="result" value="failure">Failure</button>
</form>`,
  )
}

/** After a failed attempt: why, and another try unless the shop asked for none. */
export function failedPage(session: Session, paymentId: string, error: PaymentError): Html {
  const metadata = { order_id: session.order.id, payment_id: paymentId }
  const retry = session.detail.retry
  return page(
    session,
    'Payment failed',
    html`<div class="end"><span class="mark bad" aria-hidden="true">!</span>
<h1 tabindex="-1" data-focus>Payment failed</h1>
<p>${error.description}</p><p class="hint">${error.reason}</p></div>
${retry ? html`<a class="main" href="/checkout/s/${session.id}/card">Try again</a>` : ''}
<button type="button" class="quiet" data-leave>Back to the shop</button>`,
    { type: 'failed', error: { ...error, metadata }, final: !retry },
  )
}

/** A page that only says how it ended; `message` goes to the shop's page. */
export function endPage(session: Session, title: string, sentence: string, message: unknown): Html {
  const good = session.detail.outcome !== null && session.detail.outcome.outcome !== 'failed'
  const body = html`<div class="end">${good ? html`<span class="mark good" aria-hidden="true"></span>` : html`<span class="mark" aria-hidden="true">–</span>`}
<h1 tabindex="-1" data-focus>${title}</h1><p>${sentence}</p></div>`
  return page(session, title, body, message)
}

/** Before the session: the page waits for the shop's options. */
export function loadingPage(): Html {
  const body = html`<div class="end"><span class="mark" id="refused-mark" aria-hidden="true" hidden>–</span><p id="loading">Opening the payment…</p></div>
<button type="button" class="quiet" id="refused-leave" data-leave hidden>Back to the shop</button>
<div id="opening" hidden></div>`
  return dialogPage({ title: 'Opening', detail: null, sum: null, body })
}

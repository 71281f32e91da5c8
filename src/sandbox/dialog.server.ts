import { readFileSync } from 'node:fs'
import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Bank } from './bank.ts'
import { findPayment } from './books.server.ts'
import { finishPayment } from './checkout.server.ts'
import { readCardForm, readUpiForm } from './forms.ts'
import type { Html } from './page-frame.ts'
import { bankPage, cardPage, endPage, failedPage, loadingPage, upiPage } from './pages.ts'
import { startPayment } from './payments.server.ts'
import type { Instrument } from './records.ts'
import type { SandboxEnv } from './rest-faults.server.ts'
import { readSetting, scenarioOf } from './scenario-book.server.ts'
import type { Session } from './sessions.server.ts'
import { bindPayment, findSession, keepOutcome, openSession } from './sessions.server.ts'

const asset = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')
const ASSETS = {
  checkout: asset('checkout.js'),
  script: asset('dialog.js'),
  style: asset('dialog-frame.css') + asset('dialog-parts.css'),
}

const GONE = 'This payment is no longer open. Close it and start again from the shop.'

/** The dialog's own policy: nothing but this origin's files, framed by the shop alone. */
export function dialogPolicy(shopOrigins: readonly string[]): string {
  const framers = shopOrigins.length > 0 ? shopOrigins.join(' ') : 'http: https:'
  return `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${framers}`
}

type C = Context<SandboxEnv>

function timedOut(bank: Bank, session: Session): boolean {
  return session.detail.deadline !== null && bank.now() > session.detail.deadline
}

function withSession(
  bank: Bank,
  c: C,
  show: (session: Session) => Response | Promise<Response>,
): Response | Promise<Response> {
  const session = findSession(bank, c.req.param('sid') ?? '')
  if (!session) return c.text(GONE, 404)
  if (timedOut(bank, session) && session.detail.outcome === null) {
    return c.html(
      endPage(session, 'Time is up', 'The payment was not made in time.', { type: 'dismiss', reason: 'timeout' }),
    )
  }
  return show(session)
}

function begin(bank: Bank, c: C, session: Session, instrument: Instrument, failReason: string | null): Response {
  const { email, contact } = session.detail.prefill
  const payment = startPayment(bank, session.order.id, { instrument, email, contact })
  if (typeof payment === 'string') return c.redirect(`/checkout/s/${session.id}/closed`, 303)
  const bound = bindPayment(bank, session, payment.id)
  if (failReason === null) return c.redirect(`/checkout/s/${session.id}/bank`, 303)
  keepOutcome(bank, bound, finishPayment(bank, payment.id, failReason))
  return c.redirect(`/checkout/s/${session.id}/end`, 303)
}

async function fieldsOf(c: C): Promise<Record<string, string>> {
  const form = await c.req.parseBody()
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value : '']))
}

async function takeCard(bank: Bank, c: C, session: Session): Promise<Response> {
  const form = readCardForm(await fieldsOf(c), bank.now())
  if ('field' in form) return c.html(cardPage(session, form))
  return begin(bank, c, session, form.instrument, form.failReason)
}

async function takeUpi(bank: Bank, c: C, session: Session): Promise<Response> {
  const form = readUpiForm(await fieldsOf(c))
  if ('field' in form) return c.html(upiPage(session, form))
  return begin(bank, c, session, form.instrument, form.failReason)
}

function failReasonOf(fields: Record<string, string>): string | null {
  if (fields.result !== 'success') return 'payment_failed'
  return /^\d{4,10}$/.test(fields.otp ?? '') ? null : 'incorrect_otp'
}

async function takeAnswer(bank: Bank, c: C, session: Session): Promise<Response> {
  const end = `/checkout/s/${session.id}/end`
  if (session.paymentId === null) return c.redirect(`/checkout/s/${session.id}/card`, 303)
  const fields = await fieldsOf(c)
  // Read again: the other click may have ended it while the form was read.
  const fresh = findSession(bank, session.id)
  if (fresh && fresh.detail.outcome === null) {
    keepOutcome(bank, fresh, finishPayment(bank, session.paymentId, failReasonOf(fields)))
  }
  return c.redirect(end, 303)
}

function ended(session: Session): Html {
  const { outcome } = session.detail
  if (outcome?.outcome === 'paid') {
    return endPage(session, 'Payment successful', 'Going back to the shop…', { type: 'paid', answer: outcome.answer })
  }
  if (outcome?.outcome === 'failed') return failedPage(session, outcome.paymentId, outcome.error)
  if (outcome?.outcome === 'no_callback') {
    return endPage(session, 'Payment successful', 'Scenario: the shop’s page is not told. Close the browser.', {
      type: 'silent',
    })
  }
  return endPage(session, 'Payment not open', GONE, null)
}

function show(bank: Bank, c: C, session: Session): Response | Promise<Response> {
  const payment = session.paymentId === null ? null : findPayment(bank.store, session.paymentId)
  if (c.req.param('page') === 'end') return c.html(ended(session))
  if (c.req.param('page') === 'upi') return c.html(upiPage(session, null))
  if (c.req.param('page') === 'card') return c.html(cardPage(session, null))
  if (c.req.param('page') === 'bank' && payment) return c.html(bankPage(session, payment))
  return c.html(endPage(session, 'Payment not open', GONE, null))
}

function firstPage(bank: Bank, session: Session): string {
  if (scenarioOf(bank, session.order).has('dismiss')) return `/checkout/s/${session.id}/dismissed`
  return `/checkout/s/${session.id}/${session.detail.prefill.method === 'upi' ? 'upi' : 'card'}`
}

const SCRIPT = { 'content-type': 'text/javascript; charset=utf-8' }

/** The checkout script and the dialog's pages: no Basic auth, a dialog is known by its unguessable id alone. */
export function dialogApp(bank: Bank, shopOrigins: readonly string[]): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>()
  app.use('/checkout/*', async (c, next) => {
    await next()
    c.header('Content-Security-Policy', dialogPolicy(shopOrigins))
  })
  app.get('/v1/checkout.js', (c) => {
    const missing = readSetting(bank, 'script') === 'off' || scenarioOf(bank, null).has('script_unavailable')
    if (missing) return c.text('Service unavailable', 503)
    return c.body(ASSETS.checkout, 200, { ...SCRIPT, 'Cross-Origin-Resource-Policy': 'cross-origin' })
  })
  app.get('/checkout/dialog.js', (c) => c.body(ASSETS.script, 200, SCRIPT))
  app.get('/checkout/dialog.css', (c) => c.body(ASSETS.style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/checkout/frame', (c) => c.html(loadingPage()))
  app.post('/checkout/sessions', async (c) => {
    if (c.req.header('sec-fetch-site') === 'cross-site') return c.json({ error: 'Not from here.' }, 403)
    const session = openSession(bank, await c.req.json().catch(() => null))
    return typeof session === 'string' ? c.json({ error: session }, 400) : c.json({ url: firstPage(bank, session) })
  })
  app.get('/checkout/s/:sid/dismissed', (c) =>
    withSession(bank, c, (s) =>
      c.html(endPage(s, 'Closed', 'Scenario: the shopper closes the payment.', { type: 'dismiss' })),
    ),
  )
  app.get('/checkout/s/:sid/:page', (c) => withSession(bank, c, (session) => show(bank, c, session)))
  app.post('/checkout/s/:sid/card', (c) => withSession(bank, c, (session) => takeCard(bank, c, session)))
  app.post('/checkout/s/:sid/upi', (c) => withSession(bank, c, (session) => takeUpi(bank, c, session)))
  app.post('/checkout/s/:sid/bank', (c) => withSession(bank, c, (session) => takeAnswer(bank, c, session)))
  return app
}

import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#app/listen.server.ts'
import type { Listener } from '#platform/http/listener.server.ts'
import { createLog } from '#platform/log.server.ts'
import { MailRejected } from '#platform/mail/transport.server.ts'
import { startTelemetry, type Telemetry } from '#platform/telemetry/otlp.server.ts'
import { advanceOrder } from '#shop/orders/staff.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { keysOf, totalOf } from '../support/checkout-fixture.ts'
import { type Collector, startCollector } from '../support/collector.ts'
import { findSecrets } from '../support/find-secrets.ts'
import { paymentProof, signEvent } from '../support/sandbox-control.ts'
import { ORIGIN, openTestShop, STAFF, type TestShop } from '../support/shop.ts'
import { signInStaff } from '../support/staff.ts'
import { until } from '../support/until.ts'

/** What must stand in no log, trace or metric, and what it is. */
const secrets = new Map<string, string>()
function secret(name: string, text: string): string {
  secrets.set(text, name)
  return text
}

const lines: string[] = []
const log = createLog(
  'trace',
  new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  }),
)

let collector: Collector
let telemetry: Telemetry
let shop: TestShop
let listener: Listener
let origin: string
/** The texts of all mails, with their links and codes. */
const mails: { to: string; text: string }[] = []
/** Set while the mail server refuses everything, with a reply that repeats the address. */
let refusesMail = false

beforeAll(async () => {
  collector = await startCollector()
  telemetry = startTelemetry({
    telemetry: {
      endpoint: collector.url,
      headers: { 'x-key': secret('the collector’s key', 'Kollektor-Zwiebel-88') },
      share: 1,
    },
    publicUrl: ORIGIN,
    log,
    delayMs: 10,
  })
  shop = await openTestShop({
    log,
    tracer: telemetry.tracer,
    settings: { METRICS_TOKEN: secret('the metrics’ token', 'Metriken-Rhabarber-17'), LOG_LEVEL: 'trace' },
    transport: {
      async send({ to, text }) {
        if (refusesMail) throw new MailRejected('temporary', `450 4.2.1 <${to}>: mailbox busy, was for ${to}`)
        mails.push({ to, text })
      },
      check: async () => {},
      close: async () => {},
    },
  })
  await changeSettings(shop.shop, STAFF, { 'cash.on': true })
  const keys = await keysOf(shop)
  for (const [name, value] of Object.entries(keys))
    if (name !== 'keyId') secret(`the provider’s ${name}`, String(value))
  const pages = { mode: 'production', staticFiles: null, middleware: undefined }
  // Safe cast: tests of the API have no pages.
  listener = await listen(shop, shop.web, pages as unknown as Parameters<typeof listen>[2])
  const address = listener.server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  await listener.close(0)
  await shop.close()
  await telemetry.stop()
  await collector.close()
})

interface Person {
  email: string
  name: string
  phone: string
  street: string
  town: string
  token: string
  id: string
}

/** A call over HTTP, whatever it responds: its status and its parsed body. */
async function call(method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      origin: ORIGIN,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  // Tests read what they expect of it.
  return { status: response.status, body: (isJson && text ? JSON.parse(text) : {}) as Record<string, never> }
}

async function lastMail(to: string, has: RegExp): Promise<RegExpExecArray> {
  return until(`a mail for ${to} with ${has}`, 30_000, async () => {
    await shop.outbox.send()
    for (const mail of mails.toReversed()) {
      const match = mail.to === to ? has.exec(mail.text) : null
      if (match) return match
    }
  })
}

const CODE = /\b(\d{6})\b/

async function liveADay(who: Omit<Person, 'token' | 'id'>): Promise<Person & { orderId: string; addressId: string }> {
  await call('POST', '/api/user/register', { email: who.email, name: who.name })
  const code = secret('a login code', (await lastMail(who.email, CODE))[1] ?? '')
  const wrong = secret('a wrong code', code === '914263' ? '914264' : '914263')
  expect((await call('POST', '/api/user/verifyOtp', { email: who.email, otp: wrong })).status).toBe(401)
  const signedIn = await call('POST', '/api/user/verifyOtp', { email: who.email, otp: code })
  expect(signedIn.status).toBe(200)
  const { token, data } = signedIn.body as unknown as { token: string; data: { id: string } }
  secret('a bearer token', token)
  const { id } = data
  const user = (path: string, body?: object, method = body ? 'POST' : 'GET') =>
    call(method, `/api/user${path}`, body, token)
  const ok = async (path: string, body?: object, method?: string) => {
    const response = await user(path, body, method)
    expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300)
    return response.body
  }
  const line = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
  const { address } = (await ok('/addAddress', {
    userId: id,
    address: {
      firstName: who.name,
      phoneNumber: who.phone,
      streetAddress: who.street,
      townCity: who.town,
      zipCode: '400028',
    },
  })) as unknown as { address: { _id: string } }
  await ok('/addToCart', { userId: id, ...line })
  await ok(`/getCartProduct/${id}`)
  await ok(`/getUserAddresses/${id}`)
  const base = { userId: id, totalPrice: totalOf([line]), productDetails: [line], addressId: address._id }
  const order = (await ok('/create-order', { ...base, paymentMethod: 'credit_card' })) as unknown as {
    orderId: string
    razorpayOrderId: string
  }
  const paid = await shop.sandbox.pay(order.razorpayOrderId)
  secret('a payment’s signature', String(paymentProof(order.orderId, paid).razorpaySignature))
  await ok('/verify-payment', { userId: id, ...paymentProof(order.orderId, paid) })
  const { total } = (await ok('/quote', { ...base, paymentMethod: 'cash' })) as unknown as { total: number }
  await ok('/create-order', { ...base, totalPrice: total, paymentMethod: 'cash' })
  for (let step = 0; step < 3; step++) await advanceOrder({ ...shop.shop, actor: STAFF }, order.orderId)
  await ok('/addExchange', {
    orderId: order.orderId,
    productId: line.productId,
    reasonForExchange: 'Product Damaged',
    problem: secret('an exchange’s text', 'Der Saum schlottert wie Haferschleim'),
  })
  await ok('/productReview', {
    productId: line.productId,
    userId: id,
    stars: 4,
    comment: secret('a review', 'Sitzt wie Pergamentbirne'),
  })
  await ok('/changeEmail', { userId: id, email: secret('a new mail address', `neu-${who.email}`) })
  const newCode = secret('a code', (await lastMail(`neu-${who.email}`, CODE))[1] ?? '')
  await user('/confirmEmail', { userId: id, oldCode: '100000', newCode })
  await ok('/keepSignedIn', { userId: id })
  await ok(`/my-data/${id}`)
  await call('POST', '/api/user/addContactUs', {
    firstName: who.name,
    lastName: who.name,
    email: who.email,
    phone: who.phone,
    message: secret('a message', `Bitte anrufen: ${who.phone}, Quittenmus`),
  })
  await call('POST', '/api/user/subscribe', { email: who.email })
  const link = await lastMail(who.email, /(\/newsletter\/\S+)/)
  for (const part of (link[1] ?? '').split(/[/?=&]/).filter((text) => text.length > 20)) secret('a link’s token', part)
  await call('GET', link[1] ?? '')
  await call('POST', link[1] ?? '', {})
  return { ...who, token, id, orderId: order.orderId, addressId: address._id }
}

/** Requests that are refused, and whose paths say what they shouldn't. */
async function goWrong(who: Person): Promise<void> {
  const { email, name, phone, street, token, id } = who
  const lost = [email, phone, name, token, street]
  for (const text of lost.map(encodeURIComponent)) {
    await call('GET', `/${text}`)
    await call('GET', `/orders/${text}?q=${text}`)
    await call('GET', `/api/user/${text}`)
    await call('GET', `/api/user/my-data/${text}`, undefined, token)
    await call('GET', `/api/user/delivery/${text}`)
    await call('GET', `/api/user/order-status/${text}`, undefined, token)
    await call('GET', `/api/user/filterProduct?q=${text}&colors=${text}`)
    await call('GET', `/api/user/pay/${text}`)
    await call('GET', `/confirm/${text}`)
    await call('GET', `/newsletter/confirm/${text}`)
    await call('GET', `/alerts/confirm/${text}`)
    await call('GET', `/api/admin/customers/${text}`)
    await call('GET', `/api/admin/orders/${text}`)
    await call('GET', `/preview?key=${text}`)
    await call('GET', `/media/${text}.png`)
  }
  await call('POST', '/api/user/login', `{"email": "${email}", "name": ${name}`)
  await call(
    'POST',
    '/api/user/addAddress',
    { userId: id, address: { firstName: name, phoneNumber: street, zipCode: phone } },
    token,
  )
  await call('POST', '/api/user/verifyLink', { token })
  await call('POST', '/csp-reports', {
    'csp-report': {
      'document-uri': `${ORIGIN}/profile/${encodeURIComponent(email)}?phone=${phone}`,
      referrer: `${ORIGIN}/confirm/${token}`,
      'blocked-uri': `https://evil.example/?mail=${encodeURIComponent(email)}`,
      'violated-directive': 'img-src',
      'script-sample': name,
    },
  })
  await call(
    'POST',
    '/api/webhooks/razorpay',
    `{"event": "payment.captured", "email": "${email}", "contact": "${phone}"`,
  )
  const { webhookSecret } = await keysOf(shop)
  const event = {
    event: 'payment.captured',
    payload: {
      payment: { entity: { id: 'pay_unknownunknown', order_id: 'order_unknown', email, contact: phone, amount: 1 } },
    },
  }
  const { body, headers } = signEvent(webhookSecret, event, 'evt_unknown')
  await fetch(`${origin}/api/webhooks/razorpay`, { method: 'POST', headers, body })
}

/** Tables that refuse every change: the database's errors then repeat the row. */
async function breakTables(tables: readonly string[], work: () => Promise<unknown>): Promise<void> {
  const { db } = shop.shop
  for (const table of tables)
    await sql`alter table ${sql.table(table)} add constraint broken_for_a_test check (false) not valid`.execute(db)
  try {
    await work()
  } finally {
    for (const table of tables) await sql`alter table ${sql.table(table)} drop constraint broken_for_a_test`.execute(db)
  }
}

test('logs, traces and metrics of a whole day name nobody, and hold no code, token or key', async () => {
  const who = {
    email: secret('a mail address', 'xanthippe.quetzal@zwetschge.test'),
    name: secret('a name', 'Xanthippe Quetzalcóatl'),
    phone: secret('a phone number', '+91 87651 23409'),
    street: secret('a street', '17, Wolperdinger Gasse'),
    town: secret('a town', 'Krähwinkel-Süd'),
  }
  const manager = await signInStaff(
    { ...shop, fetch: (path, init) => fetch(`${origin}${path}`, { ...init, headers: { ...init?.headers, origin } }) },
    'owner',
  )
  secret('a staff mail address', manager.email)
  secret('a staff cookie', manager.browser.cookie.split('=')[1] ?? '')
  for (const spare of manager.spareCodes) secret('a spare code', spare)
  const person = await liveADay(who)
  const byStaff = manager.browser.call
  const key = await byStaff('POST', '/keys', { name: 'Till', scopes: ['orders:read'], until: '2030-01-01' })
  if (typeof key.body.key === 'string') secret('a program’s key', key.body.key)
  await byStaff('GET', `/orders?q=${encodeURIComponent(who.email)}`)
  await byStaff('GET', `/customers?q=${encodeURIComponent(who.phone)}`)
  await byStaff('GET', `/customers/${person.id}`)
  await byStaff('GET', `/orders/${person.orderId}`)
  const refund = await byStaff('POST', `/orders/${person.orderId}/refund`, {
    amount: 10,
    reason: secret('a reason', 'Kulanz für Quittenmus'),
  })
  expect(refund.status, JSON.stringify(refund.body)).toBeLessThan(300)
  await byStaff('POST', `/orders/${person.orderId}/notes`, { text: secret('a note', 'Ruft abends an, Zwiebelkuchen') })
  await byStaff('POST', '/login', { email: manager.email })
  await byStaff('GET', `/customers/${person.id}/export`)
  await goWrong(person)
  await shop.jobs.tick()

  await shop.sandbox.scenario({ scenario: 'rest_500', next: 3 })
  const line = { productId: 'tin-tote', color: 'White', size: 'Free Size', quantity: 1 }
  const anOrder = {
    userId: person.id,
    totalPrice: totalOf([line]),
    productDetails: [line],
    addressId: person.addressId,
    paymentMethod: 'credit_card',
  }
  await call('POST', '/api/user/create-order', anOrder, person.token)

  refusesMail = true
  await call('POST', '/api/user/login', { email: who.email })
  await shop.outbox.send()
  refusesMail = false

  const broken = [
    'customers',
    'addresses',
    'contact_messages',
    'reviews',
    'orders',
    'outbox',
    'subscribers',
    'sessions',
  ]
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.shop.db)
  const existing = broken.filter((table) => rows.some(({ name }) => name === table))
  await breakTables(existing, async () => {
    const answers = [
      await call('POST', '/api/user/register', {
        email: secret('another mail address', 'brunhilde@rhabarber.test'),
        name: secret('another name', 'Brunhilde Zwackelmann'),
      }),
      await call('POST', '/api/user/login', { email: who.email }),
      await call(
        'PUT',
        '/api/user/name',
        { userId: person.id, name: secret('a changed name', 'Xanthippe Zwirbelbart') },
        person.token,
      ),
      await call(
        'POST',
        '/api/user/addAddress',
        {
          userId: person.id,
          address: {
            firstName: who.name,
            phoneNumber: who.phone,
            streetAddress: who.street,
            townCity: who.town,
            zipCode: '400028',
          },
        },
        person.token,
      ),
      await call('POST', '/api/user/addContactUs', {
        firstName: who.name,
        lastName: who.name,
        email: who.email,
        phone: who.phone,
        message: who.street,
      }),
      await call('POST', '/api/user/create-order', anOrder, person.token),
      await call('POST', '/api/user/subscribe', { email: 'brunhilde@rhabarber.test' }),
    ]
    // It would show nothing if nothing had failed.
    expect(answers.filter(({ status }) => status === 500).length).toBeGreaterThan(3)
    await shop.jobs.tick()
  })
  await sql`alter table addresses rename to addresses_gone`.execute(shop.shop.db)
  expect((await call('GET', `/api/user/getUserAddresses/${person.id}`, undefined, person.token)).status).toBe(500)
  await sql`alter table addresses_gone rename to addresses`.execute(shop.shop.db)

  expect((await byStaff('POST', `/customers/${person.id}/erase`, { email: who.email })).status).toBeLessThan(500)
  telemetry.pushMetrics(shop.metrics)
  await until(
    'the last steps',
    30_000,
    async () =>
      collector.spans().some(({ name }) => name.endsWith('/customers/:id/erase')) && collector.metrics().length > 0,
  )

  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toContain('shop_requests_total')
  expect(lines.length).toBeGreaterThan(100)
  expect(collector.spans().length).toBeGreaterThan(300)
  const found = {
    logs: findSecrets(secrets, lines),
    traces: findSecrets(secrets, collector.bodies),
    metrics: findSecrets(secrets, [metrics]),
  }
  expect(found).toEqual({ logs: [], traces: [], metrics: [] })
})

test('the search finds what is there', () => {
  const text = 'Xanthippe Quetzal'
  const hidden = [
    `{"a":"${text}"}`,
    encodeURIComponent(text),
    Buffer.from(`x${text}y`).toString('base64'),
    Buffer.from(`xx${text}y`).toString('base64url'),
    Buffer.from(text).toString('hex'),
    text.toUpperCase(),
  ]
  for (const line of hidden) expect(findSecrets(new Map([[text, 'a name']]), [line]), line).toHaveLength(1)
  expect(findSecrets(new Map([['+91 87651 23409', 'a phone']]), ['tel:8765123409'])).toHaveLength(1)
  expect(findSecrets(new Map([['914263', 'a code']]), ['"code":914263,'])).toHaveLength(1)
  expect(findSecrets(new Map([['914263', 'a code']]), ['"time":1914263000, 0.914263'])).toEqual([])
})

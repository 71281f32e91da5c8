import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { openStaffBrowser, type SignedInStaff, signInStaff, totpCode } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import type { Connections } from '../shop.server.ts'
import { foundingLink } from '../staff/founder.server.ts'

let shop: TestShop
let owner: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const founding = () => foundingLink({ db: shop.shop.db, publicUrl: shop.config.publicUrl })
const tokenOf = (link: string | null) => link?.split('#').at(-1)

test('a shop without staff has a link for its owner, who gives an address and is in; then there is none', async () => {
  const first = tokenOf(await founding())
  const token = tokenOf(await founding())
  const browser = openStaffBrowser(shop)
  // Each start prints another link, and the one before is over.
  expect(await browser.call('POST', '/join', { token: first, email: 'noor@neem.test' })).toMatchObject({ status: 401 })
  // Without an address the link stays good.
  expect(await browser.call('POST', '/join', { token })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', errors: [{ path: 'email' }] },
  })
  expect(await browser.call('POST', '/join', { token, email: 'Noor@Neem.test', name: 'Noor' })).toMatchObject({
    status: 200,
    body: { email: 'noor@neem.test', name: 'Noor', role: 'owner' },
  })
  const { body } = await browser.call('POST', '/totp/enrol')
  expect(await browser.call('POST', '/totp', { code: totpCode(String(body.secret)) })).toMatchObject({ status: 200 })
  expect(await browser.call('GET', '/session')).toMatchObject({
    body: { staff: { email: 'noor@neem.test', role: 'owner' } },
  })
  expect(await browser.call('POST', '/login', { email: 'noor@neem.test' })).toMatchObject({ status: 202 })
  expect(await founding()).toBeNull()
  expect(await browser.call('POST', '/join', { token, email: 'other@neem.test' })).toMatchObject({ status: 401 })
  expect(await listAudit(shop.shop.db, { limit: 2 })).toMatchObject([
    { action: 'staff.sign-in', actor: 'Noor (owner)' },
    { action: 'staff.found', actor: 'Noor (owner)', after: { email: 'noor@neem.test' } },
  ])
})

test('a link for the founder is over once somebody else was invited', async () => {
  const other = await openTestShop()
  const token = tokenOf(await foundingLink({ db: other.shop.db, publicUrl: other.config.publicUrl }))
  await signInStaff(other, 'manager')
  const joined = await openStaffBrowser(other).call('POST', '/join', { token, email: 'late@neem.test' })
  expect(joined).toMatchObject({ status: 401, body: { code: 'invalid_link' } })
  await other.close()
})

test('the connections say what is there, without a secret, and the checks what happened', async () => {
  owner = await signInStaff(shop, 'owner')
  expect(await owner.browser.call('GET', '/connections')).toMatchObject({
    body: {
      mail: 'kept',
      payments: 'sandbox',
      isHttps: false,
      onScreen: { payments: true, mail: true, delhivery: true, shiprocket: true },
    },
  })
  expect(await owner.browser.call('POST', '/connections/payments/check')).toMatchObject({
    status: 200,
    body: { isFine: false, message: expect.stringContaining('No keys yet') },
  })
  expect(await owner.browser.call('POST', '/connections/mail/check')).toMatchObject({
    status: 200,
    body: { isFine: false, message: expect.stringContaining('e-mails aren’t sent') },
  })
  expect((await shop.mailTo(owner.email)).subject).toBe('Fourth Seat can send mail')
})

test('keys and mail server are kept once they work, by an owner alone, and no secret is in the log', async () => {
  const calls: unknown[] = []
  const connections: Connections = {
    onScreen: { payments: true, mail: true, delhivery: true, shiprocket: true },
    faultOf: async ({ RAZORPAY_KEY_SECRET }) => (RAZORPAY_KEY_SECRET === 'wrong-one' ? 'They are refused.' : null),
    keep: (values) => void calls.push(values),
    restart: () => void calls.push('restart'),
  }
  const other = await openTestShop({ connections })
  const { browser } = await signInStaff(other, 'owner')
  const send = (keySecret: string) =>
    browser.call('POST', '/connections/payments', { keyId: 'rzp_test_1', keySecret, webhookSecret: 'hook-secret' })
  expect(await send('wrong-one')).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', message: 'They are refused.' },
  })
  expect(calls).toEqual([])
  expect(await send('right-one')).toMatchObject({
    status: 200,
    body: { webhookUrl: 'http://localhost/api/webhooks/razorpay', webhookSecret: 'hook-secret' },
  })
  const mail = { host: 'smtp.example.test', port: 587, encryption: 'starttls', user: 'a@b', password: 'p#%:/' }
  expect((await browser.call('POST', '/connections/mail', { ...mail, host: 'a b' })).status).toBe(400)
  expect((await browser.call('POST', '/connections/mail', { ...mail, user: 'a\r\nQUIT' })).status).toBe(400)
  expect((await browser.call('POST', '/connections/mail', mail)).status).toBe(200)
  expect(await browser.call('DELETE', '/connections/shiprocket')).toMatchObject({
    status: 200,
    body: { carrier: 'shiprocket' },
  })
  expect((await browser.call('DELETE', '/connections/payments')).status).toBe(400)
  expect(calls).toEqual([
    { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'right-one', RAZORPAY_WEBHOOK_SECRET: 'hook-secret' },
    'restart',
    { SMTP_URL: 'smtp://a%40b:p%23%25%3A%2F@smtp.example.test:587', MAIL_FROM: '' },
    'restart',
    { SHIPROCKET_EMAIL: '', SHIPROCKET_PASSWORD: '', SHIPROCKET_WEBHOOK_SECRET: '' },
    'restart',
  ])
  expect(await listAudit(other.shop.db, { limit: 1 })).toMatchObject([
    { action: 'connections.remove', after: { carrier: 'Shiprocket' } },
  ])
  expect(JSON.stringify(await listAudit(other.shop.db, { limit: 10 }))).not.toMatch(/right-one|hook-secret|p#%|%23/)
  const manager = await signInStaff(other, 'manager')
  expect((await manager.browser.call('POST', '/connections/mail', mail)).status).toBe(403)
  expect((await manager.browser.call('DELETE', '/connections/shiprocket')).status).toBe(403)
  await other.close()

  const elsewhere = await openTestShop({
    connections: { ...connections, onScreen: { payments: false, mail: false, delhivery: false, shiprocket: false } },
  })
  const theirs = await signInStaff(elsewhere, 'owner')
  expect(await theirs.browser.call('POST', '/connections/mail', mail)).toMatchObject({
    status: 409,
    body: { code: 'set_on_server' },
  })
  expect(await theirs.browser.call('DELETE', '/connections/delhivery')).toMatchObject({
    status: 409,
    body: { code: 'set_on_server' },
  })
  await elsewhere.close()
})

test('a preview link shows the closed shop until it is ended', async () => {
  const made = await owner.browser.call('POST', '/preview-links', { days: 2 })
  expect(made).toMatchObject({ status: 201, body: { url: expect.stringContaining('/preview?token=') } })
  expect((await owner.browser.call('POST', '/preview-links', { days: 0 })).status).toBe(400)
  expect(await owner.browser.call('DELETE', '/preview-links')).toMatchObject({ status: 200, body: { ended: true } })
})

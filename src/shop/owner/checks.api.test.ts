import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { openStaffBrowser, type SignedInStaff, signInStaff, totpCode } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import { foundingLink } from '../staff/founder.server.ts'

let shop: TestShop
let owner: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const founding = () => foundingLink({ db: shop.shop.db, publicUrl: shop.config.publicUrl })
const tokenOf = (link: string | null) => link?.split('/').at(-1)

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
  const [line] = await listAudit(shop.shop.db, { limit: 1 })
  expect(line).toMatchObject({ action: 'staff.found', actor: 'Noor (owner)', after: { email: 'noor@neem.test' } })
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
    body: { mail: 'kept', payments: 'sandbox', isHttps: false },
  })
  expect(await owner.browser.call('POST', '/connections/payments/check')).toMatchObject({
    status: 200,
    body: { isFine: false, message: expect.stringContaining('no keys yet') },
  })
  expect(await owner.browser.call('POST', '/connections/mail/check')).toMatchObject({
    status: 200,
    body: { isFine: false, message: expect.stringContaining('kept in the shop') },
  })
  expect((await shop.mailTo(owner.email)).subject).toBe('Fourth Seat can send mail')
})

test('a preview link shows the closed shop until it is ended', async () => {
  const made = await owner.browser.call('POST', '/preview-links', { days: 2 })
  expect(made).toMatchObject({ status: 201, body: { url: expect.stringContaining('/preview?token=') } })
  expect((await owner.browser.call('POST', '/preview-links', { days: 0 })).status).toBe(400)
  expect(await owner.browser.call('DELETE', '/preview-links')).toMatchObject({ status: 200, body: { ended: true } })
})

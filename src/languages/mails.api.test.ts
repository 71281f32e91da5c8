import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderMovedMail } from '#shop/orders/mails.server.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { type CustomerFixture, openCustomerFixture } from '../../tests/support/customer-fixture.ts'
import { sampleOrder } from '../../tests/support/sample-order.ts'
import { inLanguageOf } from '../shop/contact/language-sql.server.ts'

const DEVANAGARI = /[ऀ-ॿ]/

let shop: CustomerFixture
beforeAll(async () => {
  shop = await openCustomerFixture()
})
afterAll(() => shop.close())

const post = (path: string, body: object) =>
  shop.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const movedMail = (to: string) =>
  inLanguageOf(shop.db, to, () =>
    orderMovedMail(sampleOrder(), 'ontheway', {
      to,
      name: 'Asha',
      publicUrl: 'http://shop.test',
      settings: DEFAULT_SETTINGS,
    }),
  )

test('errors that no feature makes (404, 401, 405, validation) are in the call’s language', async () => {
  const messageOf = async (response: Promise<Response>) =>
    ((await (await response).json()) as { message: string }).message
  for (const path of ['/user/nothing?language=hi', '/user/getCartProduct/me?language=hi'])
    expect(await messageOf(shop.fetch(path))).toMatch(DEVANAGARI)
  expect(await messageOf(shop.fetch('/user/shopSettings?language=hi', { method: 'PUT' }))).toMatch(DEVANAGARI)
  const long = await post('/user/register?language=hi', { email: 'a@example.test', name: 'a'.repeat(81) })
  expect(JSON.stringify(await long.json())).toContain('ज़्यादा से ज़्यादा 80 अक्षर लिखें।')
  expect(await messageOf(shop.fetch('/user/nothing'))).toBe('No such endpoint.')
})

test('who signs in on the Hindi screens reads Hindi, in the code’s mail and in those that come later', async () => {
  const email = 'asha@example.test'
  const registered = await post('/user/register?language=hi', { email, name: 'Asha' })
  expect(await registered.json()).toMatchObject({ message: expect.stringMatching(DEVANAGARI) })
  const mail = await shop.mailTo(email)
  expect(mail.subject).toMatch(/^\d{6} आपका Fourth Seat कोड है$/)
  expect(mail.text).toContain('नमस्ते')
  expect(mail.text).toContain('10 मिनट')
  expect(mail.html).toContain('<html lang="hi">')
  const verified = await post('/user/verifyOtp?language=hi', { email, otp: Number(/^\d{6}$/m.exec(mail.text)?.[0]) })
  expect(verified.status).toBe(200)

  const later = await movedMail(email)
  expect(later.subject).toMatch(/^आपका ऑर्डर रास्ते में है \(FS-/)
  expect(later.text).toContain('http://shop.test/hi/my-orders?order=ord1')
})

test('a later sign-in in English changes it back', async () => {
  const email = 'asha@example.test'
  await shop.signIn(email)
  const later = await movedMail(email)
  expect(later.subject).toMatch(/^Your order is on the way \(FS-/)
  expect(later.text).toContain('http://shop.test/my-orders?order=ord1')
})

test('a subscriber’s mails are in the language of the form; a stranger can’t change a customer’s', async () => {
  await post('/user/subscribe?language=hi', { email: 'ravi@example.test' })
  const mail = await shop.mailTo('ravi@example.test')
  expect(mail.subject).toBe('कृपया पुष्टि करें: Fourth Seat न्यूज़लेटर')
  expect(mail.text).toMatch(/newsletter\/leave\?token=[\w-]{43}&language=hi$/m)

  await shop.signIn('meera@example.test')
  await post('/user/subscribe?language=hi', { email: 'meera@example.test' })
  expect((await movedMail('meera@example.test')).subject).toMatch(/^Your order is on the way \(FS-/)
})

test('a refusal is in the language of the call, its fields too', async () => {
  const refused = await post('/user/login?language=hi', { email: 'nobody' })
  const body = (await refused.json()) as { message: string; errors: { message: string }[] }
  expect([refused.status, DEVANAGARI.test(body.message), DEVANAGARI.test(body.errors[0]?.message ?? '')]).toEqual([
    400,
    true,
    true,
  ])
  expect(await (await post('/user/login', { email: 'nobody' })).json()).toMatchObject({
    message: 'Please enter a valid e-mail address.',
  })
})

import { beforeAll, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import { requestExchange } from '../../../tests/api/staff-scenarios.ts'
import { buy, findOrder, type Shopper, tee, tote, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { CARRIER_NAMES, CARRIER_SITES, trackingLink } from './carriers.ts'
import { leadsTo } from './rules.ts'

let shop: TestShop
let asha: Shopper
let packer: SignedInStaff
let manager: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  packer = await signInStaff(shop, 'packer')
  manager = await signInStaff(shop, 'manager')
})

const EVIL = 'https://evil.example/pay-customs'
let parcels = 0
const parcel = (more: object = {}) => ({ carrier: 'India Post', tracking: `LINK${++parcels}`, ...more })
const bought = async () => (await buy(shop, asha, [tote])).orderId
const post = (path: string, body: unknown, who = packer) => who.browser.call('POST', path, body)

const file = (rows: readonly string[]) => new TextEncoder().encode(['order,carrier,tracking,url', ...rows].join('\n'))

test.each([
  EVIL,
  'https://evil.example/www.delhivery.com',
  'https://www.delhivery.com.evil.example/1',
  'https://evildelhivery.com/1',
  'https://www.delhivery.com@evil.example/1',
  'https://evil.example#.delhivery.com',
  'https://evil.example\\\\.delhivery.com/1',
  'https://xn--delhvery-hxa.com/1',
])('a packer’s parcel doesn’t lead to %s, by hand, by a correction, by a file or by an exchange', async (url) => {
  const id = await bought()
  const refused = { status: 400, body: { code: 'invalid_input' } }
  expect(await post(`/orders/${id}/ship`, parcel({ url }))).toMatchObject(refused)
  const { orderNumber } = await findOrder(asha, id)
  const { carrier, tracking } = parcel()
  const read = await packer.browser.call(
    'POST',
    '/shipments/import',
    file([`${orderNumber},${carrier},${tracking},"${url}"`]),
  )
  expect(read.body).toMatchObject({ ok: false, errors: [{ column: 'url' }] })
  expect((await post(`/orders/${id}/ship`, { carrier, tracking })).status).toBe(200)
  expect(await post(`/orders/${id}/parcels/${tracking}/correct`, { url })).toMatchObject(refused)
})

test('a packer’s replacement doesn’t either', async () => {
  const id = await requestExchange({ shop, asha, owner: manager }, { isApproved: true })
  expect(await post(`/exchanges/${id}/ship`, parcel({ url: EVIL }))).toMatchObject({ status: 400 })
  expect(await post(`/exchanges/${id}/ship`, parcel({ url: 'https://www.indiapost.gov.in/1' }))).toMatchObject({
    status: 200,
  })
})

test('nor does a program’s, and a manager’s may', async () => {
  const owner = await signInStaff(shop, 'owner')
  const key = { name: 'Robot', scopes: ['orders:ship'], until: indianDay(new Date()) }
  const { body } = await owner.browser.call('POST', '/keys', key)
  const id = await bought()
  const byProgram = (url: string) =>
    shop.fetch(`/api/admin/orders/${id}/ship`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(body.key)}`, 'content-type': 'application/json' },
      body: JSON.stringify(parcel({ url })),
    })
  expect((await byProgram(EVIL)).status).toBe(400)
  expect((await post(`/orders/${id}/ship`, parcel({ url: EVIL }), manager)).status).toBe(200)
})

test('the settings list more sites, and each known carrier’s own links are on its site', async () => {
  const url = 'https://track.riders.example/1'
  const id = await bought()
  expect((await post(`/orders/${id}/ship`, parcel({ url }))).status).toBe(400)
  await changeSettings(shop.shop, STAFF, { 'shipping.trackingSites': ['riders.example'] })
  expect(await post(`/orders/${id}/ship`, parcel({ url }))).toMatchObject({ status: 200, body: { url } })
  for (const name of CARRIER_NAMES) expect(leadsTo(trackingLink(name, '1') ?? EVIL, CARRIER_SITES), name).toBe(true)
})

test.each(['https://evil.example', 'www.evil.example/pay', 'Pay at evil.example', 'पोस्ट.भारत'])(
  'a packer calls no carrier %s: mail programs would make a link of it',
  async (carrier) => {
    const answer = await post(`/orders/${await bought()}/ship`, parcel({ carrier }))
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('can’t be a link') } })
    expect((await post(`/orders/${await bought()}/ship`, parcel({ carrier }), manager)).status).toBe(200)
  },
)

test('a carrier may have dots that make no link', async () => {
  expect((await post(`/orders/${await bought()}/ship`, parcel({ carrier: 'St. Mary A.B.C. Couriers' }))).status).toBe(
    200,
  )
})

test('a packer corrects a parcel three times a day, and then mails nobody', async () => {
  const id = (await buy(shop, asha, [tee])).orderId
  const { carrier, tracking: first } = parcel()
  await post(`/orders/${id}/ship`, { carrier, tracking: first })
  let tracking = first
  const correct = async (who = packer) => {
    const next = `${first}-${++parcels}`
    const answer = await post(`/orders/${id}/parcels/${tracking}/correct`, { tracking: next }, who)
    if (answer.status === 200) tracking = next
    return answer
  }
  for (const _ of [1, 2, 3]) expect((await correct()).status).toBe(200)
  expect(await correct()).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const { body } = await packer.browser.call('GET', `/orders/${id}`)
  expect(body).toMatchObject({ parcels: [{ number: tracking }] })
  expect((await correct(manager)).status).toBe(200)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'

let shop: TestShop
let owner: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  owner = await signInStaff(shop, 'owner')
})
afterAll(() => shop.close())

const read = (name: string, text: string) => owner.browser.call('POST', `/settings/${name}/read`, { text })
const put = (name: string, value: unknown) => owner.browser.call('PUT', `/settings/${name}`, { value })
const file = async (name: string) => {
  const response = await shop.fetch(`/api/admin/settings/${name}/file`, { headers: { cookie: owner.browser.cookie } })
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}.csv"`)
  return (await response.text()).replace('\ufeff', '')
}

test('an empty table gives an example, which can be given back', async () => {
  const example = await file('shipping.zones')
  expect(example).toBe(
    'where,days,serviceable,pickup,fee,freeFrom,cash\r\n400,2,yes,yes,,,yes\r\nAssam,9,yes,no,120,0,yes\r\n744,,no,no,,,yes\r\n',
  )
  expect(await read('shipping.zones', example)).toMatchObject({ status: 200, body: { errors: [], added: 3 } })
  const rates = await file('tax.table')
  expect(rates).toBe('hsn,up_to,percent,from\r\n61,2500,5,2025-09-22\r\n61,,18,2025-09-22\r\n')
  expect(await read('tax.table', rates)).toMatchObject({ status: 200, body: { errors: [], added: 2 } })
})

test('a file of zones shows what it changes, and is saved as one', async () => {
  const before = [
    { where: '400', days: 2, serviceable: true, pickup: true },
    { where: '560', days: 3, serviceable: true, pickup: true },
    { where: 'Assam', days: 9, serviceable: true, pickup: true },
  ]
  await put('shipping.zones', before)
  const found = await read('shipping.zones', 'where;days;pickup;fee\n400;2;yes;\n560;4;no;1,200.50\nKerala;5;;\n')
  expect(found.body).toMatchObject({
    errors: [],
    added: 1,
    changed: 1,
    removed: 1,
    unchanged: 1,
    changes: [
      { key: 'Assam', from: '9 days, usual fee, pick-up', to: null },
      { key: '560', from: '3 days, usual fee, pick-up', to: '4 days, Rs. 1,200.5, no pick-up' },
      { key: 'Kerala', from: null, to: '5 days, usual fee, pick-up' },
    ],
  })
  // Nothing is saved by reading.
  expect((await owner.browser.call('GET', '/settings/shipping.zones')).body.value).toEqual(before)
  const saved = await put('shipping.zones', found.body.value)
  expect(saved.status).toBe(200)
  expect(await file('shipping.zones')).toContain('560,4,yes,no,1200.5,,yes\r\nKerala,5,yes,yes,,,yes\r\n')
  await owner.browser.call('POST', '/settings/shipping.zones/return', { version: saved.body.before })
  expect((await owner.browser.call('GET', '/settings/shipping.zones')).body.value).toEqual(before)
})

test('everything that is wrong is named, by row and column', async () => {
  const text = 'where,days,fee\n400,2,much\nAtlantis,soon,\n560,,\n560,,\n'
  expect((await read('shipping.zones', text)).body).toMatchObject({
    value: null,
    errors: [
      { row: 2, column: 'fee', message: 'much must be an amount in rupees.' },
      { row: 3, column: 'where', message: 'Atlantis is neither a PIN nor its beginning nor a state.' },
      { row: 3, column: 'days', message: 'soon must be a number of days from 0 to 60.' },
      { row: 5, column: 'where', message: '560 is in line 4 too.' },
    ],
  })
  expect((await read('tax.table', 'hsn,percent\n61,5')).body.errors).toEqual([
    { row: 0, column: '', message: 'The file needs a column "from".' },
  ])
  expect(
    (await read('tax.table', 'hsn,up_to,percent,from\n6,2500,5,2025-09-22\n61,x,,31/02/2025\n61,,41,2025-09-22')).body
      .errors,
  ).toEqual([
    { row: 2, column: 'hsn', message: '6 must be the first 2 to 8 digits of HSN codes.' },
    { row: 3, column: 'up_to', message: 'x must be a number of rupees.' },
    { row: 3, column: 'percent', message: 'An empty cell must be a whole number.' },
    { row: 3, column: 'from', message: '31/02/2025 must be a day such as 2026-04-01.' },
    { row: 4, column: 'percent', message: '41 must be from 0 to 40.' },
  ])
  expect((await read('tax.table', 'hsn,up_to,percent,from\n61,"2,500",5 %,22/9/2025')).body).toMatchObject({
    errors: [],
    value: [{ hsn: '61', upTo: 2500, percent: 5, from: '2025-09-22' }],
    changes: [{ key: '61 from 2025-09-22 up to Rs. 2,500', from: null, to: '5%' }],
  })
  expect((await read('shipping.zones', '')).body.errors).toHaveLength(1)
  expect((await read('shop.name', 'x')).status).toBe(400)
})

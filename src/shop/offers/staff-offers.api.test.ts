import { afterAll, beforeAll, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'

let shop: TestShop
let asha: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  asha = await signInStaff(shop, 'manager')
})
afterAll(() => shop.close())

/** A day in India, so many days from today. */
const day = (days: number) => indianDay(new Date(Date.now() + days * 86_400_000))

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  asha.browser.call(method, path, body, headers)
const errorsOf = async (body: object) => {
  const { status, body: problem } = await call('POST', '/offers', body)
  // Safe cast: a problem document's.
  const errors = (problem.errors ?? []) as { path: string; message: string }[]
  return [status, ...errors.map(({ path }) => path)]
}
const added = async (body: object) => {
  const answer = await call('POST', '/offers', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  // Safe cast: the call's response.
  return answer.body as { id: string; version: string; undo: string }
}
const read = async (id: string) => (await call('GET', `/offers/${id}`)).body

test('an offer with a code for the first order is added, changed, started, stopped, and brought back', async () => {
  const { id, version } = await added({
    name: 'Welcome',
    kind: 'percent',
    value: 10,
    code: ' Welcome10 ',
    who: 'first_order',
  })
  expect(await read(id)).toEqual({
    id,
    name: 'Welcome',
    kind: 'percent',
    value: 10,
    of: 'order',
    codes: 'one',
    code: 'Welcome10',
    who: 'first_order',
    combines: [],
    state: 'draft',
    used: 0,
    spent: 0,
    batch: { made: 0, used: 0 },
    createdAt: expect.any(String),
    version,
  })
  const set = await call(
    'PATCH',
    `/offers/${id}`,
    { value: 12.5, minimum: { goods: 999.5 } },
    { 'if-match': `"${version}"` },
  )
  expect(set).toMatchObject({ status: 200, body: { value: 12.5, minimum: { goods: 999.5 }, undo: expect.any(String) } })
  expect(await call('POST', `/offers/${id}/start`)).toMatchObject({ status: 200, body: { state: 'running' } })
  const stopped = await call('POST', `/offers/${id}/stop`)
  expect(stopped).toMatchObject({ status: 200, body: { state: 'stopped' } })
  expect((await call('POST', `/undo/${String(stopped.body.undo)}`)).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'running', value: 12.5 })
  expect(await call('POST', `/undo/${String(set.body.undo)}`)).toMatchObject({ status: 409 })
  expect(await call('PATCH', `/offers/${id}`, { minimum: null })).toMatchObject({ status: 200 })
  expect(await read(id)).not.toHaveProperty('minimum')
})

test('of two who change one field, the second is shown what the first made of it', async () => {
  const { id, version } = await added({ name: 'Diwali', kind: 'amount', value: 200 })
  await call('PATCH', `/offers/${id}`, { value: 300 })
  const headers = { 'if-match': `"${version}"` }
  expect(await call('PATCH', `/offers/${id}`, { value: 250 }, headers)).toMatchObject({
    status: 412,
    body: { code: 'changed_meanwhile', fields: ['value'], current: { value: 300 } },
  })
  expect((await call('PATCH', `/offers/${id}`, { name: 'Holi' }, headers)).status).toBe(200)
  expect(await read(id)).toMatchObject({ name: 'Holi', value: 300 })
})

test('what makes no sense is refused at its field', async () => {
  const offer = { name: 'Ten', kind: 'percent', value: 10 }
  expect(await errorsOf({ kind: 'percent', value: 10 })).toEqual([400, 'name'])
  expect(await errorsOf({ ...offer, value: 101 })).toEqual([400, 'value'])
  expect(await errorsOf({ ...offer, value: 0 })).toEqual([400, 'value'])
  expect(await errorsOf({ ...offer, value: 1.005 })).toEqual([400, 'value'])
  expect(await errorsOf({ ...offer, kind: 'amount', value: 0 })).toEqual([400, 'value'])
  expect(await errorsOf({ ...offer, kind: 'price', value: 999 })).toEqual([400, 'buy.quantity'])
  expect(await errorsOf({ ...offer, kind: 'buy', value: 100, buy: { quantity: 2 } })).toEqual([400, 'buy.free'])
  expect(await errorsOf({ ...offer, codes: 'one' })).toEqual([400, 'code'])
  expect(await errorsOf({ ...offer, code: 'A B C' })).toEqual([400, 'code'])
  expect(await errorsOf({ ...offer, who: 'emails' })).toEqual([400, 'emails'])
  expect(await errorsOf({ ...offer, emails: ['asha'] })).toEqual([400, 'emails.0'])
  expect(await errorsOf({ ...offer, from: '2026-02-30' })).toEqual([400, 'from'])
  expect(await errorsOf({ ...offer, combines: ['everything'] })).toEqual([400, 'combines.0'])
  expect(await errorsOf({ ...offer, products: { minPrice: 500, maxPrice: 400 } })).toEqual([400, 'products.maxPrice'])
})

test('fields follow from one another: delivery has no value, a price is of products, addresses are whom it is for', async () => {
  expect(await added({ name: 'A', kind: 'delivery', value: 5 })).toMatchObject({ value: 0, of: 'order', codes: 'none' })
  expect(await added({ name: 'B', kind: 'buy', buy: { quantity: 2, free: 1 } })).toMatchObject({
    value: 100,
    of: 'products',
  })
  const { id } = await added({
    name: 'C',
    kind: 'percent',
    value: 5,
    emails: ['Asha@Example.com'],
    products: { collection: 'Drop' },
  })
  expect(await read(id)).toMatchObject({
    who: 'emails',
    emails: ['asha@example.com'],
    of: 'products',
    products: { collection: ['Drop'] },
  })
  await call('PATCH', `/offers/${id}`, { who: 'everyone' })
  expect(await read(id)).not.toHaveProperty('emails')
})

test('an offer whose last day is over can’t be started; a running one ends, and stays so until it’s started', async () => {
  const past = await added({ name: 'Past', kind: 'percent', value: 5, from: day(-9), to: day(-1) })
  const over = { status: 422, body: { code: 'dates_over', errors: [{ path: 'to' }] } }
  expect(await call('POST', `/offers/${past.id}/start`)).toMatchObject(over)
  const wrong = await added({ name: 'Wrong', kind: 'percent', value: 5, from: day(9), to: day(8) })
  expect(await call('POST', `/offers/${wrong.id}/start`)).toMatchObject(over)
  expect(
    await call('POST', '/offers', { name: 'X', kind: 'percent', value: 5, to: day(-1), state: 'running' }),
  ).toMatchObject(over)
  const today = await added({ name: 'Today', kind: 'percent', value: 5, to: day(1), state: 'running' })
  expect(today).toMatchObject({ state: 'running' })
  expect(await call('PATCH', `/offers/${today.id}`, { to: day(-1) })).toMatchObject({ body: { state: 'ended' } })
  expect((await call('GET', '/offers?state=ended')).body.items).toMatchObject([{ name: 'Today', state: 'ended' }])
  expect(await call('PATCH', `/offers/${today.id}`, { to: day(30) })).toMatchObject({ body: { state: 'ended' } })
  expect(await call('POST', `/offers/${today.id}/start`)).toMatchObject({ body: { state: 'running' } })
})

test('a code is one offer’s, in any spelling; a renamed one is free again', async () => {
  const { id } = await added({ name: 'First', kind: 'percent', value: 5, code: 'SAVE5' })
  const second = { name: 'Second', kind: 'percent', value: 5, code: ' save५' }
  expect(await call('POST', '/offers', second)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'code', message: expect.stringContaining('“First”') }] },
  })
  await call('PATCH', `/offers/${id}`, { code: 'SAVE-5' })
  expect((await call('POST', '/offers', second)).status).toBe(201)
  const { undo } = (await call('PATCH', `/offers/${id}`, { code: null, codes: 'none' })).body
  expect(await read(id)).not.toHaveProperty('code')
  expect((await call('POST', `/undo/${String(undo)}`)).status).toBe(200)
  expect(await read(id)).toMatchObject({ code: 'SAVE-5' })
})

test('codes of a batch differ, are easy to read aloud, and are removed again if nobody used one', async () => {
  const { id } = await added({ name: 'Influencers', kind: 'percent', value: 15, codes: 'batch' })
  const made = await call('POST', `/offers/${id}/codes`, { count: 300, prefix: 'ria-', length: 6 })
  expect(made).toMatchObject({ status: 201, body: { created: 300 } })
  const csv = await shop.fetch(`/api/admin/offers/${id}/codes.csv`, { headers: { cookie: asha.browser.cookie } })
  const [head, ...lines] = (await csv.text()).trim().split('\r\n')
  expect([csv.headers.get('content-type'), head]).toEqual(['text/csv', 'code,used,order,usedAt'])
  expect(new Set(lines).size).toBe(300)
  for (const line of lines) expect(line).toMatch(/^RIA-[A-HJ-NP-Z2-9]{6},no,,$/)
  expect(await read(id)).toMatchObject({ batch: { made: 300, used: 0 } })
  expect(await call('PATCH', `/offers/${id}`, { codes: 'none' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'codes' }] },
  })
  expect((await call('GET', `/offers?q=${lines[7]?.split(',')[0]?.toLowerCase()}`)).body.items).toMatchObject([{ id }])
  expect((await call('POST', `/undo/${String(made.body.undo)}`)).status).toBe(200)
  expect(await read(id)).toMatchObject({ batch: { made: 0, used: 0 } })
  expect(await call('POST', `/offers/${id}/codes`, { count: 2000, length: 4 })).toMatchObject({ status: 400 })
  const { id: plain } = await added({ name: 'Plain', kind: 'percent', value: 15 })
  expect(await call('POST', `/offers/${plain}/codes`, { count: 1 })).toMatchObject({ status: 409 })
})

test('the list is searched by name and counts by state, a page at a time', async () => {
  for (const name of ['Onam 1', 'Onam 2', 'Onam 3']) await added({ name, kind: 'percent', value: 5 })
  const first = (await call('GET', '/offers?q=onam&limit=2')).body
  expect(first.items).toMatchObject([{ name: 'Onam 3' }, { name: 'Onam 2' }])
  const second = (await call('GET', `/offers?q=onam&limit=2&cursor=${String(first.next)}`)).body
  expect(second).toMatchObject({ items: [{ name: 'Onam 1' }], next: null })
  expect((await call('GET', '/offers?q=%25')).body.items).toEqual([])
  expect(first.counts).toMatchObject({ draft: expect.any(Number), ended: 0 })
})

test('the log says how many people an offer is for, and not who', async () => {
  const { id, undo } = await added({ name: 'Friends', kind: 'percent', value: 5, emails: ['ria@example.com'] })
  const line = await shop.shop.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', `offer:${id}`)
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ action: 'offer.add', after: { emails: 1, name: 'Friends' } })
  expect((await call('POST', `/undo/${undo}`)).status).toBe(200)
  expect((await call('GET', `/offers/${id}`)).status).toBe(404)
})

test('a preview warns of a free piece, of more than half off, and of an end before the beginning', async () => {
  const preview = async (offer: object) =>
    (await call('POST', '/offers/preview', { offer: { name: 'Try', ...offer } })).body
  expect(await preview({ kind: 'percent', value: 10 })).toMatchObject({ carts: [], warnings: [] })
  expect((await preview({ kind: 'buy', value: 100, buy: { quantity: 2, free: 1 } })).warnings).toEqual([
    'It makes a piece free.',
  ])
  expect((await preview({ kind: 'percent', value: 51 })).warnings).toMatchObject([
    expect.stringContaining('more than half'),
  ])
  // One that runs doesn't count beside itself, only beside another.
  const running = { name: 'Autumn', kind: 'percent', value: 30, combines: ['order'] }
  const { id } = await added(running)
  expect((await call('POST', `/offers/${id}/start`)).status).toBe(200)
  expect((await call('POST', '/offers/preview', { offer: running, id })).body).toMatchObject({ warnings: [] })
  expect((await call('POST', '/offers/preview', { offer: running })).body).toMatchObject({
    warnings: [expect.stringContaining('more than half')],
  })
  expect((await call('POST', `/offers/${id}/stop`)).status).toBe(200)
  const order = { from: day(2), to: day(1) }
  expect((await preview({ kind: 'percent', value: 10, ...order })).warnings).toMatchObject([
    expect.stringContaining('can’t be started'),
  ])
  expect(await call('POST', '/offers/preview', { offer: { name: 'Try', kind: 'percent', value: 101 } })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'offer.value' }] },
  })
})

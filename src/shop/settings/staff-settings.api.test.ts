import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import { SETTING_NAMES } from './definitions.ts'
import { applyDuePlans } from './planned.server.ts'
import { PLACED_SETTINGS } from './setting-pages.server.ts'
import type { ListedSetting, SettingsChange } from './staff-contract.ts'

let shop: TestShop
let owner: SignedInStaff
let manager: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  owner = await signInStaff(shop, 'owner', 'neem')
  manager = await signInStaff(shop, 'manager', 'asha')
})
afterAll(() => shop.close())

const read = async (name: string) => (await owner.browser.call('GET', `/settings/${name}`)).body
const put = (name: string, value: unknown, version?: unknown, who = owner) =>
  who.browser.call('PUT', `/settings/${name}`, { value }, version === undefined ? {} : { 'if-match': `"${version}"` })

const reset = (...names: string[]) =>
  owner.browser.call('PATCH', '/settings', { values: Object.fromEntries(names.map((name) => [name, null])) })

test('every setting is on one screen, with a label', () => {
  expect(PLACED_SETTINGS.map(({ name }) => name).sort()).toEqual([...SETTING_NAMES].sort())
})

test('the list has all settings in at most 60 KB, each with its kind and limits', async () => {
  const { status, body } = await owner.browser.call('GET', '/settings')
  expect(status).toBe(200)
  expect(JSON.stringify(body).length).toBeLessThan(60_000)
  const items = body.items as unknown as ListedSetting[]
  const of = (name: string) => items.find((item) => item.name === name)
  expect(of('shop.name')).toMatchObject({ kind: 'text', limits: { maxLength: 60 }, page: 'shop', mayChange: true })
  expect(of('exchange.days')).toMatchObject({ kind: 'number', limits: { minimum: 1, maximum: 60 }, value: 7 })
  expect(of('order.delivery')).toMatchObject({ kind: 'rupees', limits: { minimum: 0, maximum: 100_000 } })
  expect(of('owner.mails')).toMatchObject({ kind: 'choice', limits: { choices: ['each', 'digest'] } })
  expect(of('cart.guests')).toMatchObject({ kind: 'yes-no', value: false, isDefault: true })
  expect(of('page.terms')).toMatchObject({ kind: 'markdown', limits: { maxLength: 50_000 } })
  expect(of('home.sections')).toMatchObject({ value: null, summary: '8 entries' })
})

test('what a setting means is said by labels, without names of settings and commands', async () => {
  const { body } = await owner.browser.call('GET', '/settings')
  const items = body.items as unknown as ListedSetting[]
  const names = SETTING_NAMES.filter((name) => name.includes('.')).map((name) => name.replace('.', String.raw`\.`))
  const foreign = new RegExp(`\`|docs/|(?<!{)\\b(?:${names.join('|')})\\b`)
  expect(items.filter(({ help }) => foreign.test(help)).map(({ name, help }) => [name, help])).toEqual([])
  expect(items.find(({ name }) => name === 'order.delivery')?.help).toBe(
    '0: free. Places below can have their own fee.',
  )
  expect(items.find(({ name }) => name === 'shipping.zones')?.help).toBe('By PIN, its first digits, or state.')
})

test('a change is stored with its audit line, and can be taken back; two settings never collide', async () => {
  const [hours, tagline] = [await read('shop.hours'), await read('shop.tagline')]
  const first = await put('shop.hours', 'Daily, 9 to 5', hours.version)
  expect(first).toMatchObject({
    status: 200,
    body: { value: 'Daily, 9 to 5', isDefault: false, changedBy: `${owner.email} (owner)` },
  })
  // Its version is the one before somebody else changed another setting.
  expect(await put('shop.tagline', 'Slow cotton', tagline.version, manager)).toMatchObject({ status: 200 })
  expect(await listAudit(shop.shop.db, { subject: 'settings', limit: 2 })).toMatchObject([
    { action: 'settings.set', after: { 'shop.tagline': 'Slow cotton' } },
    { action: 'settings.set', before: { 'shop.hours': hours.value }, after: { 'shop.hours': 'Daily, 9 to 5' } },
  ])
  const back = await owner.browser.call(
    'POST',
    '/settings/shop.hours/return',
    { version: first.body.before },
    { 'if-match': `"${first.body.version}"` },
  )
  expect(back).toMatchObject({ status: 200, body: { value: hours.value, isDefault: true, version: hours.version } })
  expect(await read('shop.tagline')).toMatchObject({ value: 'Slow cotton' })
})

test('of two people who change one setting, the second is told what it is now, and by whom', async () => {
  const { version } = await read('shop.motto')
  expect(await put('shop.motto', 'One', version, manager)).toMatchObject({ status: 200 })
  const second = await put('shop.motto', 'Two', version)
  expect(second).toMatchObject({
    status: 412,
    body: {
      code: 'changed_meanwhile',
      current: { value: 'One', label: expect.any(String) },
      fields: ['value'],
      by: expect.stringContaining('asha'),
    },
  })
  const { current } = second.body as unknown as { current: { version: string } }
  expect(await put('shop.motto', 'Two', current.version)).toMatchObject({ status: 200, body: { value: 'Two' } })
  expect(await reset('shop.motto')).toMatchObject({ status: 200, body: { items: [{ isDefault: true }] } })
})

test('a change without a value is refused, not taken as the default', async () => {
  await put('order.minimum', 60)
  for (const body of [{ value: null }, {}]) {
    const refused = await owner.browser.call('PUT', '/settings/order.minimum', body)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ path: 'value' }] } })
  }
  expect(await read('order.minimum')).toMatchObject({ value: 60 })
  await reset('order.minimum')
})

test('whether somebody may change a setting is said before what is wrong with its value', async () => {
  const wrong = { 'order.taxPercent': 'much', 'shop.gstin': 'NONE', 'tax.table': 7, 'owner.email': 'nobody' }
  const at = `${indianDay(new Date(Date.now() + 2 * 86_400_000))}T09:00`
  for (const [name, value] of Object.entries(wrong)) {
    const values = { [name]: value }
    const answers = [
      await put(name, value, undefined, manager),
      await put(name, null, undefined, manager),
      await manager.browser.call('PATCH', '/settings', { values }),
      await manager.browser.call('POST', '/settings/plans', { values, at }),
    ]
    expect(
      answers.map(({ status, body }) => [status, body.code]),
      name,
    ).toEqual(answers.map(() => [403, 'forbidden']))
    expect(await put(name, value), name).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  }
  // What differs from what is set is right, but not for the shop's state.
  const elsewhere = { 'shop.gstin': '29AAGCB7383J1Z4', 'shop.state': 'Delhi' }
  expect(await manager.browser.call('PATCH', '/settings', { values: elsewhere })).toMatchObject({ status: 403 })
})

test('the same form sent five times changes one thing once', async () => {
  const { version } = await read('shop.city')
  const send = () =>
    owner.browser.call(
      'PUT',
      '/settings/shop.city',
      { value: 'Jaipur' },
      { 'if-match': `"${version}"`, 'idempotency-key': 'form-1' },
    )
  const answers = await Promise.all([send(), send(), send(), send(), send()])
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  expect(answers.every(({ status, body }) => status === 200 || body.code === 'request_under_way')).toBe(true)
  expect((await send()).status).toBe(200)
  const lines = await listAudit(shop.shop.db, { subject: 'settings', limit: 20 })
  expect(lines.filter(({ after }) => JSON.stringify(after).includes('Jaipur'))).toHaveLength(1)
})

test('a refused value says why, at its field', async () => {
  expect(await put('brand.accent', '#6fa8dc')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('contrast is 2.3 of 4.5'), errors: [{ path: 'brand.accent' }] },
  })
  expect(await put('exchange.days', 0)).toMatchObject({ status: 400 })
  expect(await put('tax.table', [{ hsn: 'x', percent: 5, from: '2026-01-01' }])).toMatchObject({
    status: 400,
    body: {
      message: expect.stringContaining('“GST by HSN code and price” entry 1, hsn: must'),
      errors: [{ path: 'tax.table.0.hsn', message: expect.stringMatching(/^must/) }],
    },
  })
  expect(await put('shop.nmae', 'x')).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('shop.name') },
  })
  expect((await owner.browser.call('PUT', '/settings/shop.name', 'x')).status).toBe(400)
})

describe('several settings are saved as one', () => {
  const save = (values: object, from: object = {}, who = owner) =>
    who.browser.call('PATCH', '/settings', { values, from })
  const valueNow = async (name: string) => (await read(name)).value

  test('all or none: a refused one is named, and the others stay what they were', async () => {
    const before = [await valueNow('shop.hours'), await valueNow('shop.email')]
    const refused = await save({ 'shop.hours': 'Mon to Sat', 'shop.email': 'nobody', 'shop.address': 'Jayanagar' })
    expect(refused.status).toBe(400)
    expect((refused.body.errors as { path: string }[]).map(({ path }) => path)).toEqual(['shop.email', 'shop.address'])
    expect([await valueNow('shop.hours'), await valueNow('shop.email')]).toEqual(before)
    expect((await save({ 'shop.hours': 'Mon to Sat', 'shop.nothing': 1 })).status).toBe(400)
    expect((await save({})).status).toBe(400)
    expect((await save({ 'shop.hours': 'Mon to Sat', 'order.taxPercent': 4 }, {}, manager)).status).toBe(403)
    expect(await valueNow('shop.hours')).toBe(before[0])
  })

  test('what somebody else changed meanwhile keeps all of it from being saved, and comes with the answer', async () => {
    const from = { 'shop.hours': (await read('shop.hours')).version, 'shop.phone': (await read('shop.phone')).version }
    await put('shop.hours', 'Sundays', undefined, manager)
    const phone = await valueNow('shop.phone')
    const met = await save({ 'shop.hours': 'Mondays', 'shop.phone': '+91 98450 12345' }, from)
    expect(met).toMatchObject({
      status: 412,
      body: {
        code: 'changed_meanwhile',
        current: { items: [{ name: 'shop.hours', value: 'Sundays' }] },
        fields: ['shop.hours'],
      },
    })
    expect(await valueNow('shop.phone')).toBe(phone)
  })

  test('an address of several lines is one line with commas', async () => {
    const address = '12 Hill Road,\nBandra West\n\nMumbai 400050\nMaharashtra'
    const saved = await save({ 'shop.address': address, 'shop.description': 'Tees\nand kurtas' })
    expect(saved).toMatchObject({
      status: 200,
      body: {
        items: [{ value: '12 Hill Road, Bandra West, Mumbai 400050, Maharashtra' }, { value: 'Tees and kurtas' }],
      },
    })
    for (const { name } of saved.body.items as { name: string }[])
      await owner.browser.call('POST', `/settings/${name}/return`, { version: saved.body.before })
  })
})

test('tax and backups are an owner’s, by every way to change them', async () => {
  expect(await put('order.taxPercent', 12)).toMatchObject({ status: 200 })
  expect(await put('order.taxPercent', 5, undefined, manager)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect(await put('backup.to', 's3://elsewhere/x', undefined, manager)).toMatchObject({ status: 403 })
  expect(await manager.browser.call('POST', '/settings/undo')).toMatchObject({ status: 403 })
  expect(await manager.browser.call('POST', '/settings/return', { version: 1 })).toMatchObject({ status: 403 })
  expect(await read('order.taxPercent')).toMatchObject({ value: 12 })
  const { body } = await manager.browser.call('GET', '/settings/order.taxPercent')
  expect(body).toMatchObject({ value: 12, mayChange: false })
  expect(await owner.browser.call('POST', '/settings/undo')).toMatchObject({
    status: 200,
    body: { changed: ['order.taxPercent'] },
  })
  expect(await read('order.taxPercent')).toMatchObject({ value: 5 })
})

test('the history says what changed, by whom, page by page, and each version can be returned to', async () => {
  await put('order.delivery', 60)
  await put('order.delivery', 80, undefined, manager)
  const items: SettingsChange[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const path: string = `/settings/history?setting=order.delivery&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`
    const { body } = await owner.browser.call('GET', path)
    items.push(...(body.items as unknown as SettingsChange[]))
    cursor = body.next as unknown as string | null
  }
  expect(items).toMatchObject([
    { by: expect.stringContaining('asha'), changes: [{ label: 'Delivery fee', from: '60', to: '80' }] },
    { by: expect.stringContaining('neem'), changes: [{ from: '40', to: '60' }] },
  ])
  const version = items[1]?.version
  expect(await owner.browser.call('POST', '/settings/return', { version })).toMatchObject({ status: 200 })
  expect(await read('order.delivery')).toMatchObject({ value: 60 })
})

test('a logo that is hard to see in a theme is stored with a note', async () => {
  const svg = (fill: string) => `<svg viewBox="0 0 10 10"><rect width="10" height="10" fill="${fill}"/></svg>`
  expect((await put('brand.mark', svg('#111111'))).body.notes).toEqual([expect.stringContaining('dark background')])
  expect((await put('brand.mark', svg('#fafafa'))).body.notes).toEqual([expect.stringContaining('light background')])
  expect((await put('brand.mark', svg('#b0413e'))).body.notes).toEqual([])
  expect(await put('brand.mark', '<svg><text>Neem</text></svg>')).toMatchObject({ status: 400 })
  const huge = svg('#b0413e').replace(/viewBox="[^"]*"/, 'viewBox="0 0 900000 900000"')
  expect((await put('brand.mark', huge)).body).toMatchObject({ errors: [{ path: 'brand.mark' }] })
})

test('a page’s text comes with the standard one to begin from, and names that mean nothing are said', async () => {
  expect(await read('page.terms')).toMatchObject({ value: '', start: expect.stringContaining('{shop.legalName}') })
  const { body } = await put('page.terms', '## Hello {shop.nmae}')
  expect(body.notes).toEqual([expect.stringContaining('{shop.nmae}')])
})

test('a page’s text can be read as the page shows it, with the label and value of each name in braces', async () => {
  await put('shop.name', 'Neem *and* Noor')
  await reset('page.terms')
  const { pageText } = await read('page.terms')
  expect(pageText).toMatchObject({ html: expect.stringContaining('every order at Neem *and* Noor.') })
  expect(pageText).toMatchObject({
    fills: expect.arrayContaining([
      { name: 'shop.name', label: 'Name of the shop', value: 'Neem *and* Noor' },
      { name: 'delivery', label: 'What delivery costs, in words', value: expect.stringContaining('per order') },
    ]),
  })
  expect((await put('page.terms', 'Orders at **{shop.name}**, {nothing}.')).body.pageText).toMatchObject({
    html: '<p>Orders at <strong>Neem *and* Noor</strong>, {nothing}.</p>\n',
  })
  // Built into the page.
  expect(await read('page.privacy')).toMatchObject({ pageText: { html: '' } })
  expect(await read('shop.name')).toMatchObject({ pageText: null })
})

test('settings planned for a time in India are set then as one, and can be taken back until then', async () => {
  const day = indianDay(new Date(Date.now() + 3 * 86_400_000))
  const plan = (values: object, who = owner, at = `${day}T09:00`) =>
    who.browser.call('POST', '/settings/plans', { values, at })
  const plans = async (who = owner) => (await who.browser.call('GET', '/settings/plans')).body.items
  for (const at of ['soon', '2020-01-01T09:00', '2099-01-01T09:00'])
    expect(await plan({ 'shop.hours': 'x' }, owner, at)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'at' }] },
    })
  // What would be refused now is refused at once.
  expect(await plan({ 'order.minimum': -1 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'order.minimum' }] },
  })
  expect(await plan({ 'no.such': 1 })).toMatchObject({ status: 400, body: { errors: [{ path: 'no.such' }] } })
  expect(await plan({})).toMatchObject({ status: 400 })
  expect(await plan({ 'order.taxPercent': 12 }, manager)).toMatchObject({ status: 403, body: { code: 'forbidden' } })

  const before = (await read('order.minimum')).value
  const sale = await plan({ 'order.minimum': 1499, announcement: 'Diwali' })
  expect(sale).toMatchObject({ status: 201, body: { at: `${day}T03:30:00.000Z` } })
  const tax = await plan({ 'order.taxPercent': 12 }, owner, `${day}T10:00`)
  expect(await plans(manager)).toMatchObject([
    {
      by: `${owner.email} (owner)`,
      changes: [
        { name: 'order.minimum', from: `${before}`, to: '1499' },
        { name: 'announcement', to: '"Diwali"' },
      ],
      mayTakeBack: true,
      problem: null,
    },
    { page: 'tax', title: 'GST and invoices', mayTakeBack: false },
  ])
  const takeBack = (id: unknown, who = owner) => who.browser.call('DELETE', `/settings/plans/${id}`)
  expect(await takeBack(tax.body.id, manager)).toMatchObject({ status: 403 })
  const back = await takeBack(tax.body.id)
  expect((await owner.browser.call('POST', `/undo/${back.body.undo}`)).status).toBe(200)
  expect(await plans()).toHaveLength(2)
  expect((await takeBack(tax.body.id)).status).toBe(200)
  expect((await takeBack(tax.body.id)).status).toBe(404)

  await applyDuePlans(shop.shop)
  expect((await read('order.minimum')).value).toBe(before)
  await sql`update planned_settings set due_at = now()`.execute(shop.shop.db)
  await Promise.all([applyDuePlans(shop.shop), applyDuePlans(shop.shop)])
  expect(await read('announcement')).toMatchObject({ value: 'Diwali', changedBy: `${owner.email} (owner)` })
  expect((await read('order.minimum')).value).toBe(1499)
  expect(await plans()).toEqual([])
  const lines = await listAudit(shop.shop.db, { subject: 'settings', limit: 50 })
  expect(lines.filter(({ after }) => JSON.stringify(after).includes('Diwali'))).toHaveLength(1)

  // One that isn't possible any more stays, with its reason, until somebody puts it away.
  const late = await plan({ 'shop.hours': 'Daily' })
  await sql`update planned_settings set due_at = now(), changes = '{"order.minimum": -1}' where id = ${late.body.id}`.execute(
    shop.shop.db,
  )
  await applyDuePlans(shop.shop)
  expect(await plans()).toMatchObject([{ id: late.body.id, problem: expect.stringContaining('“Minimum order”') }])
  expect(await takeBack(late.body.id)).toMatchObject({ status: 200, body: { undo: null } })
  await reset('order.minimum', 'announcement')
})

test('the preview says what a change would make different', async () => {
  const values = { 'order.minimum': 999 }
  expect(await owner.browser.call('PUT', '/settings/preview', { values, path: '/' })).toMatchObject({
    status: 200,
    body: { errors: [], changes: [{ name: 'order.minimum', label: 'Minimum order', from: '0', to: '999' }] },
  })
})

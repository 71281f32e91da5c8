import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { writeAuditLines } from './sql.server.ts'
import type { StaffAuditLine } from './staff-contract.ts'

let shop: TestShop
let manager: SignedInStaff

beforeAll(async () => {
  shop = await openTestShop()
  manager = await signInStaff(shop, 'manager', 'meera')
})
afterAll(() => shop.close())

interface Page {
  items: StaffAuditLine[]
  next: string | null
}
async function list(query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await manager.browser.call('GET', `/audit?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(query)).toBe(200)
  return body as unknown as Page
}

/** Writes lines about a subject that were made at a time, which the log's own clock can't be set to. */
async function lineAt(subject: string, at: string) {
  await sql`insert into audit_log (at, actor_kind, actor, action, subject) values (${at}, 'system', 'tests', 'test.line', ${subject})`.execute(
    shop.shop.db,
  )
}

test('the log is read by subject, person, action and day, with the difference in words and an undo', {
  tags: 'A26',
}, async () => {
  const who = await newShopper(shop)
  const { orderId } = await buy(shop, who, [tee])
  await shipOrder({ ...shop.shop, actor: STAFF }, orderId, { carrier: 'DTDC', tracking: 'T77' })
  const { rows } = await sql<{ number: number }>`select number from orders where id = ${orderId}`.execute(shop.shop.db)
  const number = `FS-${rows[0]?.number}`
  for (const subject of [`order:${orderId}`, `order:${number}`, `order:${rows[0]?.number}`, number])
    expect((await list({ subject, action: 'order.ship' })).items, subject).toMatchObject([
      { subject: `order:${orderId}`, subjectText: `order ${number}`, actor: 'tests (owner)', staff: null, undo: null },
    ])

  await who.api('POST /user/productReview', {
    body: { productId: 'boxy-tee', userId: who.id, stars: 1, comment: 'No.' },
  })
  const [review] = (await manager.browser.call('GET', '/reviews')).body.items as { id: string }[]
  await manager.browser.call('POST', `/reviews/${review?.id}/hide?reason=Spam`)
  const [line] = (await list({ staff: manager.id })).items
  expect(line).toMatchObject({
    action: 'review.hide',
    actorKind: 'staff',
    actor: expect.stringMatching(/^meera.* \(manager\)$/),
    subject: `review:${review?.id}`,
    subjectText: 'review of Boxy Tee',
    before: { hidden: false },
    changes: [
      { field: 'hidden', before: 'no', after: 'yes' },
      { field: 'reason', before: null, after: 'Spam' },
    ],
    undo: expect.any(String),
  })
  const other = await signInStaff(shop, 'owner')
  const { body } = await other.browser.call('GET', `/audit?staff=${manager.id}&action=review.hide`)
  expect(body.items, 'only who made it may undo it').toMatchObject([{ undo: null }])
  expect((await manager.browser.call('POST', `/undo/${line?.undo}`)).status).toBe(200)
  const after = (await list({ staff: manager.id })).items
  expect(after.map(({ action, undo }) => [action, undo])).toEqual([
    ['review.show', null],
    ['review.hide', null],
    ['staff.sign-in', null],
  ])
  expect((await list({ staff: manager.id, action: 'review.show' })).items).toHaveLength(1)
  expect((await list({ action: 'nothing.at-all' })).items).toEqual([])
  const actions = (await manager.browser.call('GET', '/audit/actions')).body.items as string[]
  expect(actions).toEqual(expect.arrayContaining(['order.ship', 'review.hide', 'review.show']))
  expect(actions).toEqual([...new Set(actions)])
})

test('days are India’s, both included, and lines written in another order than their times are found', async () => {
  const times = [
    // Its transaction began later than those of the lines after, and wrote earlier.
    '2026-03-31T18:35:00Z',
    '2026-03-31T18:29:59Z',
    '2026-03-31T18:30:00Z',
    '2026-04-01T18:29:59Z',
    '2026-04-01T18:30:00Z',
    // Its transaction began earlier than that of the line before, and ended later.
    '2026-04-01T18:29:00Z',
    '2026-04-01T18:50:00Z',
  ]
  for (const at of times) await lineAt('test:days', at)
  const on = async (query: Record<string, string>) =>
    (await list({ subject: 'test:days', ...query })).items.map(({ at }) => at)
  const day = [
    '2026-04-01T18:29:00.000Z',
    '2026-04-01T18:29:59.000Z',
    '2026-03-31T18:30:00.000Z',
    '2026-03-31T18:35:00.000Z',
  ]
  expect(await on({ from: '2026-04-01', to: '2026-04-01' })).toEqual(day)
  expect(await on({ to: '2026-03-31' })).toEqual(['2026-03-31T18:29:59.000Z'])
  expect(await on({ from: '2026-04-02' })).toEqual(['2026-04-01T18:50:00.000Z', '2026-04-01T18:30:00.000Z'])
  expect(await on({ from: '2031-01-01' })).toEqual([])
  expect(await on({ to: '2001-01-01' })).toEqual([])
})

test('walking the log meets every line once, while lines are added', { tags: 'A2' }, async () => {
  const write = () =>
    shop.shop.db
      .transaction()
      .execute((tx) =>
        writeAuditLines(tx, STAFF, [{ action: 'test.walk', subject: 'test:walk', before: null, after: { a: 1 } }]),
      )
  for (let count = 0; count < 5; count += 1) await write()
  const all = (await list({ subject: 'test:walk' })).items.map(({ id }) => id)
  const met: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await list({ subject: 'test:walk', limit: '2', ...(cursor === '' ? {} : { cursor }) })
    met.push(...page.items.map(({ id }) => id))
    await write()
    cursor = page.next
  }
  expect(met).toEqual(all)
})

test('bad input is refused, and a packer may not read it', async () => {
  for (const query of ['limit=101', 'cursor=x', 'from=yesterday', 'to=2026-02-30'])
    expect((await manager.browser.call('GET', `/audit?${query}`)).body.code, query).toBe('invalid_input')
  const packer = await signInStaff(shop, 'packer')
  expect((await packer.browser.call('GET', '/audit')).body.code).toBe('forbidden')
})

test('a page has 60 KB at most, whatever its lines changed, and `whole` has all of them', { tags: 'A1' }, async () => {
  const zones = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${400_000 + n}`, { days: n }]))
  const long = { zones, text: 'ज'.repeat(50_000) }
  const lines = Array.from({ length: 30 }, (_, n) => ({
    action: 'test.long',
    subject: `test:${n}`,
    before: n === 0 ? null : { text: '' },
    after: n % 10 === 0 ? long : { text: 'x'.repeat(1500) },
  }))
  await shop.shop.db.transaction().execute((tx) => writeAuditLines(tx, STAFF, lines))
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const response = await manager.browser.call('GET', `/audit?action=test.long&limit=100${cursor}`)
    expect(Buffer.byteLength(JSON.stringify(response.body))).toBeLessThan(60_000)
    // Safe cast: as `list`.
    const page = response.body as unknown as Page
    found.push(...page.items.map(({ subject }) => subject))
    if (page.next === null) break
    cursor = `&cursor=${encodeURIComponent(page.next)}`
  }
  expect(found).toEqual(lines.map(({ subject }) => subject).reverse())
  const [cut] = (await list({ subject: 'test:10' })).items
  expect(cut?.after).toMatch(/^\{"text":"ज+…$|^\{"zones":/)
  expect(cut?.changes.at(-1)).toEqual({ field: expect.stringMatching(/^and \d+ more$/), before: null, after: null })
  expect((await list({ subject: 'test:10', whole: 'true' })).items[0]?.after).toEqual(long)
})

test('a line names fields and values as the screens do, settings too, and no ids of other lines', async () => {
  const call = async (method: string, path: string, body: Record<string, unknown>) =>
    expect((await manager.browser.call(method, path, body)).status, path).toBeLessThan(300)
  await call('POST', '/products/bulk', { ids: ['boxy-tee'], change: { price: 1099 } })
  await call('PATCH', '/settings', { values: { 'services.designs': 'Ours', 'shipping.holidays': ['2027-01-26'] } })
  const shown = async (query: Record<string, string>) => (await list(query)).items[0]?.changes ?? []
  const product = await shown({ subject: 'product:boxy-tee' })
  expect(product).toEqual([{ field: 'Price', before: expect.stringMatching(/^Rs\. /), after: 'Rs. 1,099' }])
  const settings = await shown({ action: 'settings.set' })
  expect(settings.map(({ field }) => field)).toContain('Below “Trendy Designs”')
  expect(JSON.stringify(settings)).not.toMatch(/services\.|shipping\./)
})

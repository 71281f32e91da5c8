import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { until } from '../../../tests/support/until.ts'
import { writeAudit } from '../audit/sql.server.ts'

let shop: TestShop
let meera: SignedInStaff
let ravi: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  meera = await signInStaff(shop, 'manager', 'meera')
  ravi = await signInStaff(shop, 'packer', 'ravi')
})
afterAll(() => shop.close())

interface Stream {
  events: { event: string; data: Record<string, unknown> }[]
  headers: Headers
  isEnded: boolean
  close(): Promise<void>
}

/** Opens the stream of somebody's open site, on an instance of the shop. */
async function open({ browser }: SignedInStaff, on: TestShop = shop): Promise<Stream> {
  const response = await on.fetch('/api/admin/events', { headers: { cookie: browser.cookie } })
  const reader = response.body?.getReader()
  if (response.status !== 200 || !reader) throw new Error(`events: ${response.status}`)
  const stream: Stream = { events: [], headers: response.headers, isEnded: false, close: () => reader.cancel() }
  const read = async () => {
    const text = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      for (const [, event = '', data = ''] of text.decode(value).matchAll(/event: (\w+)\ndata: (.*)\n\n/g))
        stream.events.push({ event, data: JSON.parse(data) })
    }
    stream.isEnded = true
  }
  void read()
  return stream
}

const find = (stream: Stream, event: string) =>
  until(`the event ${event}`, 30_000, async () => stream.events.findLast((one) => one.event === event)?.data)
const openRecord = ({ browser }: SignedInStaff, subject: string, isOpen = true) =>
  browser.call('POST', '/presence', { subject, isOpen })
/** A change by somebody, as a call would write it. */
const change = ({ id, role }: SignedInStaff, subject: string) =>
  shop.shop.db
    .transaction()
    .execute((tx) =>
      writeAudit(
        tx,
        { kind: 'staff', id, name: 'Ravi', role },
        { action: 'order.note', subject, before: null, after: null },
      ),
    )

test('without a session there are no events, and with half a one neither', async () => {
  expect((await shop.fetch('/api/admin/events')).status).toBe(401)
  const head = await shop.fetch('/api/admin/events', { method: 'HEAD', headers: { cookie: meera.browser.cookie } })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('the counts of the menu come at once, by role, and again only when they change', async () => {
  const [manager, packer] = [await open(meera), await open(ravi)]
  expect(manager.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(manager.headers.get('x-accel-buffering')).toBe('no')
  expect(await find(manager, 'counts')).toEqual({ pack: 0, exchanges: 0, returns: 0, orders: 0, messages: 0 })
  expect(await find(packer, 'counts')).toEqual({ pack: 0, exchanges: 0, returns: 0 })
  await shop.live.poll()
  const body = { firstName: 'Ila', lastName: 'Rao', email: 'ila@example.test', phone: '1', message: 'Hello' }
  await shop.api('POST /user/addContactUs', { body })
  await shop.live.poll()
  await until(
    'a message counted',
    30_000,
    async () => manager.events.some(({ data }) => data.messages === 1) || undefined,
  )
  await shop.live.poll()
  expect(manager.events.filter(({ event }) => event === 'counts')).toHaveLength(2)
  expect(packer.events).toHaveLength(1)
  await Promise.all([manager.close(), packer.close()])
})

test('two people with one record open are told of each other and of changes, on two instances', async () => {
  const beside = await openTestShop({ beside: shop })
  const [hers, his] = [await open(meera), await open(ravi, beside)]
  expect((await openRecord(meera, 'order:1')).body).toEqual({ others: [] })
  const { body } = await openRecord(ravi, 'order:1')
  expect(body.others).toEqual([expect.stringContaining('meera')])
  await Promise.all([shop.live.poll(), beside.live.poll()])
  expect(await find(hers, 'here')).toEqual({ subject: 'order:1', names: [expect.stringContaining('ravi')] })
  await change(ravi, 'order:1')
  await change(ravi, 'order:2')
  await Promise.all([shop.live.poll(), beside.live.poll()])
  expect(await find(hers, 'changed')).toMatchObject({
    subject: 'order:1',
    action: 'order.note',
    by: expect.stringContaining('ravi'),
  })
  await Promise.all([shop.live.poll(), beside.live.poll()])
  expect(hers.events.filter(({ event }) => event === 'changed')).toHaveLength(1)
  // One's own changes are no news.
  expect(his.events.filter(({ event }) => event === 'changed')).toEqual([])
  await openRecord(ravi, 'order:1', false)
  await shop.live.poll()
  await until('she is alone', 30_000, async () => {
    const last = hers.events.findLast(({ event }) => event === 'here')
    return JSON.stringify(last?.data.names) === '[]' || undefined
  })
  await Promise.all([hers.close(), his.close()])
  await beside.close()
})

test('what changed before a record was opened is no news of it', async () => {
  await sql`insert into audit_log (at, actor_kind, actor, action, subject)
    values (now() - interval '20 seconds', 'job', 'sweep', 'order.note', 'order:3')`.execute(shop.shop.db)
  const hers = await open(meera)
  await openRecord(meera, 'order:3')
  await shop.live.poll()
  await change(ravi, 'order:3')
  await shop.live.poll()
  await find(hers, 'changed')
  expect(hers.events.filter(({ event }) => event === 'changed')).toHaveLength(1)
  await hers.close()
})

test('packers can’t open what they may not read', async () => {
  expect((await openRecord(ravi, 'message:1')).body.code).toBe('forbidden')
  expect((await openRecord(ravi, 'nonsense')).status).toBe(400)
})

test('a stream ends with its session', async () => {
  const anil = await signInStaff(shop, 'manager')
  const stream = await open(anil)
  await find(stream, 'counts')
  await anil.browser.call('DELETE', '/session')
  await shop.live.poll()
  await until('the stream has ended', 30_000, async () => stream.isEnded || undefined)
  expect(stream.events.at(-1)?.event).toBe('bye')
})

test('beyond twelve streams of a person the oldest ends, and a stop ends all', async () => {
  const beside = await openTestShop({ beside: shop })
  const streams: Stream[] = []
  for (let count = 0; count < 13; count++) streams.push(await open(meera, beside))
  await until('the first one has ended', 30_000, async () => streams[0]?.isEnded || undefined)
  expect(streams.filter(({ isEnded }) => isEnded)).toHaveLength(1)
  beside.live.stop()
  await until('all have ended', 30_000, async () => streams.every(({ isEnded }) => isEnded) || undefined)
  await beside.close()
})

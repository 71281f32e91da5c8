import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  buy,
  findOrder,
  type Shopper,
  shirt,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import { approveExchange, shipExchange } from '../exchanges/staff.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { cancelOrder } from '../refunds/staff.server.ts'
import type { PackItem, PackTick, PickRow } from './pack-contract.ts'
import { changePlace } from './pick-list.server.ts'
import { shipOrder } from './staff.server.ts'

let shop: TestShop
let asha: Shopper
let packer: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture), {
  products: [
    { id: 'boxy-tee', price: 1299, stock: { Black: { M: 500, L: 60 } } },
    { id: 'linen-shirt', price: 2299, stock: { Blue: { XL: 50 } } },
    { id: 'tin-tote', price: 27, stock: { White: { 'Free Size': 60 } } },
  ],
})

beforeAll(async () => {
  packer = await signInStaff(shop, 'packer', 'meena')
})

const staff = () => ({ ...shop.shop, actor: STAFF })

interface Packing {
  items: PackItem[]
  ticks: PackTick[]
  next: string | null
  now: string
}

async function get<T>(path: string): Promise<T> {
  const { status, body } = await packer.browser.call('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
const readPack = (orders: readonly string[]) => get<Packing>(`/pack?orders=${orders.join(',')}`)

let keys = 0
type Tick = Omit<PackTick, 'by'> & { key: string }
const tick = (item: PackItem, count: number, more: Partial<Tick> = {}): Tick => ({
  key: `key-${String(++keys).padStart(8, '0')}`,
  item: item.id,
  parcel: item.parcel,
  sku: item.lines[0]?.sku ?? '',
  step: 'fetched',
  count,
  at: new Date(Date.now() - 1000 + keys).toISOString(),
  ...more,
})

interface Taken {
  ticks: PackTick[]
  stale: { key: string; message: string }[]
}
async function send(ticks: readonly Tick[], who = packer): Promise<Taken> {
  const { status, body } = await who.browser.call('POST', '/pack/ticks', { ticks })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Taken
}

async function place(lines: Parameters<typeof buy>[2]): Promise<PackItem> {
  const { orderId } = await buy(shop, asha, lines)
  const [item] = (await readPack([orderId])).items
  if (!item) throw new Error('a paid order isn’t to pack')
  return item
}

test('what is to pack has all that a packer needs and no sums, oldest first; walking meets each once', async () => {
  const first = await place([{ ...tee, quantity: 2 }, shirt])
  const { orderNumber } = await findOrder(asha, first.id)
  expect(first).toMatchObject({
    kind: 'order',
    orderId: first.id,
    orderNumber,
    parcel: 0,
    isLate: false,
    address: ['Asha', '28, Cadell Road', 'Mumbai 400028', expect.any(String), expect.stringContaining('98200')],
    lines: [
      { name: 'boxy-tee', color: 'Black', size: 'M', count: 2, place: null, sku: expect.any(String) },
      { color: 'Blue', size: 'XL', count: 1 },
    ],
  })
  expect(JSON.stringify(await readPack([first.id]))).not.toMatch(/paise|price|total|1299|2299/i)
  for (let count = 0; count < 4; count++) await place([tee])
  const seen: string[] = []
  let query = ''
  do {
    const page: Packing = await get(`/pack?limit=2${query}`)
    seen.push(...page.items.map(({ id }) => id))
    if (seen.length === 2) await place([tote])
    query = page.next === null ? '' : `&cursor=${page.next}`
  } while (query !== '')
  expect(seen.length).toBeGreaterThanOrEqual(6)
  expect(new Set(seen).size).toBe(seen.length)
  const all: Packing = await get('/pack')
  expect(all.items.map(({ id }) => id)).toEqual(seen)
  const since = all.items.map((item) => item.since)
  expect(since).toEqual(since.toSorted())
  for (const broken of ['x', 'bnVsbA', Buffer.from('["a","b"]').toString('base64url')])
    expect((await packer.browser.call('GET', `/pack?cursor=${broken}`)).status).toBe(400)
})

test('staff see a piece in its own colour or without a picture, wherever they look for it', async () => {
  const item = await place([shirt])
  const manager = await signInStaff(shop, 'manager', 'mira')
  const reads = ['/pack', '/stock', '/orders', '/orders/{id}'].map((path) => async (): Promise<unknown> => {
    const query = { '/pack': `?orders=${item.id}`, '/stock': `?q=${item.lines[0]?.sku}` }[path] ?? ''
    const { status, body } = await manager.browser.call('GET', path.replace('{id}', item.id) + query)
    expect(status, JSON.stringify(body)).toBe(200)
    interface Found {
      id?: string
      lines?: Found[]
      picture: { src: string } | string | null
    }
    const { items = [body as unknown as Found] } = body as { items?: Found[] }
    const found = items.find(({ id }) => id === undefined || id === item.id)
    const { picture } = found?.lines?.[0] ?? found ?? { picture: 'not found' }
    return typeof picture === 'string' ? picture : (picture?.src ?? null)
  })
  const show = (color: string) =>
    sql`update products set pictures = ${JSON.stringify([
      { src: '/media/a.webp', alt: 'A shirt', color: 'Teal', view: 'front', width: 3, height: 4 },
      { src: '/media/b.webp', alt: 'A shirt', color, view: 'front', width: 3, height: 4 },
    ])} where id = ${shirt.productId}`.execute(shop.shop.db)
  await show('Olive')
  for (const read of reads) expect(await read()).toBeNull()
  await show('Blue')
  for (const read of reads) expect(await read()).toBe('/media/b.webp')
})

test('the pick list goes by place over what was chosen, the replacement of an exchange with it', async () => {
  const item = await place([{ ...tee, quantity: 2 }, tote])
  const other = await place([tee])
  const delivered = await place([tee])
  for (let stage = 0; stage < 3; stage++) await advanceOrder(staff(), delivered.id)
  const wanted = { reasonForExchange: 'Size Issue', problem: 'Too tight.', productId: tee.productId, size: 'L' }
  const asked = await asha.api('POST /user/addExchange', { body: { orderId: delivered.id, ...wanted } as never })
  if (!asked.ok) throw new Error(asked.message)
  const exchange = asked.data.exchange._id
  expect((await readPack([exchange])).items).toEqual([])
  await approveExchange(staff(), exchange)
  const [replacement] = (await readPack([exchange])).items
  expect(replacement).toMatchObject({
    id: exchange,
    kind: 'exchange',
    orderId: delivered.id,
    lines: [{ size: 'L', color: 'Black', count: 1 }],
  })
  const [teeSku = '', toteSku = ''] = item.lines.map(({ sku }) => sku)
  const largeSku = replacement?.lines[0]?.sku ?? ''
  for (const [sku, shelf] of [
    [teeSku, 'A 10'],
    [largeSku, 'A 9'],
  ] as const)
    await changePlace(shop.shop.db, STAFF, sku, shelf)
  const { items } = await get<{ items: PickRow[] }>(`/pick-list?orders=${[item.id, other.orderNumber, exchange]}`)
  expect(items.map(({ sku, place, count }) => [sku, place, count])).toEqual([
    [largeSku, 'A 9', 1],
    [teeSku, 'A 10', 3],
    [toteSku, null, 1],
  ])
  expect(items[1]?.items.map(({ orderNumber, count }) => [orderNumber, count])).toEqual([
    [item.orderNumber, 2],
    [other.orderNumber, 1],
  ])
  await shipExchange(staff(), exchange)
  expect(await send([tick({ ...item, id: exchange }, 1, { sku: largeSku })])).toMatchObject({
    stale: [{ message: expect.stringContaining('shipped in the meantime') }],
  })
})

test('a queue of ticks sent twice, late, in parallel and out of order changes one thing once', async () => {
  const item = await place([{ ...tee, quantity: 3 }])
  const ravi = await signInStaff(shop, 'packer', 'ravi')
  const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString()
  const [one, two, three] = [1, 2, 3].map((count) => tick(item, count, { at: at(count) }))
  if (!one || !two || !three) throw new Error()
  await send([three])
  // Somebody else's later tick stays, although the queue of the first comes last.
  expect((await send([tick(item, 2, { at: at(9) })], ravi)).ticks).toMatchObject([
    { count: 2, by: expect.stringMatching(/^ravi/) },
  ])
  const queue = [one, two, three]
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(queue)))
  for (const answer of answers) {
    expect(answer.stale).toEqual([])
    expect(answer.ticks).toMatchObject([
      { item: item.id, step: 'fetched', count: 2, by: expect.stringMatching(/^ravi/) },
    ])
  }
  await send([tick(item, 3, { step: 'packed' })])
  const now: Packing = await readPack([item.id])
  expect(now.ticks.map(({ step, count }) => [step, count]).sort()).toEqual([
    ['fetched', 2],
    ['packed', 3],
  ])
  const lines = await listAudit(shop.shop.db, { subject: 'pack:ticks', limit: 100 })
  const counts = lines.flatMap(({ after }) => (after as { ticks: Tick[] }).ticks).filter((one) => one.item === item.id)
  expect(counts.map(({ count }) => count).sort()).toEqual([1, 2, 2, 3, 3])
  // Zero is a number: what was ticked by mistake is taken back.
  expect((await send([tick(item, 0)])).ticks).toContainEqual(expect.objectContaining({ step: 'fetched', count: 0 }))
})

test('two pickers see each other’s ticks, and a tick in the future counts as made now', async () => {
  const [mine, theirs] = [await place([tee]), await place([tee])]
  const since = (await readPack([mine.id])).now
  await send([tick(mine, 1)], await signInStaff(shop, 'manager', 'ravi'))
  await send([tick(theirs, 1, { at: '2099-01-01T00:00:00.000Z' })])
  const news = await get<{ ticks: PackTick[]; now: string }>(`/pack/ticks?since=${since}`)
  expect(news.ticks).toContainEqual(
    expect.objectContaining({ item: mine.id, count: 1, by: expect.stringMatching(/^ravi/) }),
  )
  const clamped = news.ticks.find(({ item }) => item === theirs.id)
  expect(Date.parse(clamped?.at ?? '')).toBeLessThanOrEqual(Date.parse(news.now))
  for (const moment of ['', 'yesterday', '2026-13-40T00:00:00Z'])
    expect((await packer.browser.call('GET', `/pack/ticks?since=${moment}`)).status).toBe(400)
})

test('ticks about what has left, was cancelled or isn’t to pack come back with the reason', async () => {
  const [item, gone, cancelled] = [await place([{ ...tee, quantity: 2 }, tote]), await place([tee]), await place([tee])]
  const [sku = ''] = item.lines.map((line) => line.sku)
  await send([tick(item, 2, { step: 'packed' }), tick(item, 2)])
  await shipOrder(staff(), item.id, { carrier: 'Delhivery', tracking: 'PART-1', pieces: { [sku]: 1 } })
  await shipOrder(staff(), gone.id, { carrier: 'Delhivery', tracking: 'WHOLE-1' })
  await cancelOrder(staff(), cancelled.id, { reason: 'changed her mind', restock: true })
  const { stale } = await send([tick(item, 1), tick(gone, 1), tick(cancelled, 1)])
  expect(stale.map(({ message }) => message)).toEqual([
    `A parcel of ${item.orderNumber} was shipped in the meantime. Check what’s still to pack.`,
    `${gone.orderNumber} was shipped in the meantime.`,
    `${cancelled.orderNumber} was cancelled in the meantime. Don’t pack it.`,
  ])
  // The ticks of the parcel that left are not those of the next one.
  const next = await readPack([item.id])
  expect(next).toMatchObject({ items: [{ parcel: 1, lines: [{ count: 1 }, { count: 1 }] }], ticks: [] })
  const [left] = next.items
  if (!left) throw new Error()
  const answer = await send([
    tick(left, 1),
    tick(left, 2, { step: 'packed' }),
    tick(left, 1, { sku: 'NO-SUCH' }),
    tick(left, 1, { item: 'A'.repeat(22) }),
  ])
  expect(answer.ticks.filter(({ parcel }) => parcel === 1)).toMatchObject([{ sku, step: 'fetched', count: 1 }])
  expect(answer.stale.map(({ message }) => message)).toEqual([
    `Only 1 of ${sku} are to pack for ${item.orderNumber}.`,
    `NO-SUCH of ${item.orderNumber} is no longer to pack.`,
    'This order doesn’t exist.',
  ])
})

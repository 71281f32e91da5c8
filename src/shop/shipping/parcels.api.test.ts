import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  buy,
  expectInvariants,
  findOrder,
  newShopper,
  type Shopper,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { pdfBarcodes, pdfQrCodes } from '../../../tests/support/pdf-barcodes.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { ORIGIN, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { approveExchange } from '../exchanges/staff.server.ts'
import { advanceOrder, showOrder } from '../orders/staff.server.ts'
import type { TrackingFileReport } from './staff-contract.ts'

let shop: TestShop
let asha: Shopper
let packer: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture), {
  products: [
    { id: 'boxy-tee', price: 1299, stock: { Black: { M: 500, L: 60 } } },
    { id: 'tin-tote', price: 27, stock: { White: { 'Free Size': 60 } } },
  ],
})

beforeAll(async () => {
  packer = await signInStaff(shop, 'packer', 'meena')
})

const staff = () => ({ ...shop.shop, actor: STAFF })

async function call(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return packer.browser.call(method, path, body, headers)
}

/** A call with or for a file. */
async function callFile(method: string, path: string, file?: string): Promise<Response> {
  const headers = {
    origin: ORIGIN,
    cookie: packer.browser.cookie,
    ...(file === undefined ? {} : { 'content-type': 'text/csv' }),
  }
  return shop.fetch(`/api/admin${path}`, { method, headers, ...(file === undefined ? {} : { body: file }) })
}

async function pdfOf(path: string): Promise<Buffer> {
  const response = await callFile('GET', path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return Buffer.from(await response.arrayBuffer())
}

async function place(
  lines: Parameters<typeof buy>[2],
  who = asha,
): Promise<{ id: string; number: string; skus: string[] }> {
  const { orderId } = await buy(shop, who, lines)
  const skus = (await showOrder(staff(), orderId))?.lines.map(({ sku }) => sku) ?? []
  return { id: orderId, number: (await findOrder(who, orderId)).orderNumber, skus }
}

test('an order leaves in parts by lines, and the same form sent five times ships once', async () => {
  const { id, number, skus } = await place([{ ...tee, quantity: 3 }, tote])
  const [sku = ''] = skus
  const ship = (body: object, key?: string) =>
    call(
      'POST',
      `/orders/${id}/ship`,
      { carrier: 'dtdc', ...body },
      key === undefined ? {} : { 'idempotency-key': key },
    )
  const part = {
    tracking: 'd 1234 0001',
    lines: [
      { sku, quantity: 1 },
      { sku, quantity: 1 },
    ],
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => ship(part, 'form-1')))
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  for (const { status, body } of answers)
    if (status === 200)
      expect(body).toMatchObject({ orderNumber: number, carrier: 'DTDC', tracking: 'D12340001', pieces: 2, left: 2 })
    else expect(body.code).toBe('request_under_way')
  expect(await ship(part, 'form-1')).toMatchObject({ status: 200, body: { left: 2, already: false } })
  expect(await ship(part)).toMatchObject({ status: 200, body: { already: true } })
  for (const [lines, status] of [
    [[{ sku, quantity: 2 }], 409],
    [[{ sku: 'NOPE', quantity: 1 }], 400],
    [[{ sku, quantity: 0 }], 400],
    [[{ sku, quantity: 1.5 }], 400],
    [[], 400],
  ] as const)
    expect((await ship({ tracking: 'D12340002', lines })).status, JSON.stringify(lines)).toBe(status)
  expect(await ship({ tracking: 'D12340003' })).toMatchObject({ status: 200, body: { pieces: 2, left: 0 } })
  expect(await ship({ tracking: 'D12340004' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const { rows } = await sql<{ pieces: number }>`
    select sum(quantity)::integer as pieces from shipment_lines l join shipments s on s.id = l.shipment_id
    where s.order_id = ${id}`.execute(shop.shop.db)
  expect(rows).toEqual([{ pieces: 4 }])
  const corrected = await call('POST', `/orders/${id}/parcels/D12340003/correct`, { tracking: 'D1/2-34' })
  expect(corrected).toMatchObject({ status: 200, body: { orderNumber: number, carrier: 'DTDC', tracking: 'D1/2-34' } })
  const again = await call('POST', `/orders/${id}/parcels/${encodeURIComponent('D1/2-34')}/correct`, {
    tracking: 'D12340005',
  })
  expect(again.status).toBe(200)
  expect((await call('POST', `/orders/${id}/parcels/NONE-1/correct`, { tracking: 'D12340006' })).status).toBe(404)
  expect((await call('POST', `/orders/${'A'.repeat(22)}/ship`, { carrier: 'DTDC', tracking: 'D1234' })).status).toBe(
    404,
  )
})

test('slips of a run are one print without prices, with the order’s number as a barcode, and the replacement’s too', {
  tags: 'A38',
}, async () => {
  const [one, two] = [await place([{ ...tee, quantity: 2 }, tote]), await place([tee])]
  await call('POST', `/orders/${one.id}/ship`, {
    carrier: 'DTDC',
    tracking: `P${one.number}`,
    lines: [{ sku: one.skus[0], quantity: 1 }],
  })
  const delivered = await place([tee])
  for (let stage = 0; stage < 3; stage++) await advanceOrder(staff(), delivered.id)
  const wanted = { reasonForExchange: 'Size Issue', problem: 'Too tight.', productId: tee.productId, size: 'L' }
  const asked = await asha.api('POST /user/addExchange', { body: { orderId: delivered.id, ...wanted } as never })
  if (!asked.ok) throw new Error(asked.message)
  await approveExchange(staff(), asked.data.exchange._id)
  for (const size of ['a4', '4x6']) {
    const file = await pdfOf(`/packing-slips.pdf?orders=${[two.id, asked.data.exchange._id, one.number]}&size=${size}`)
    expect(pdfBarcodes(file)).toEqual([two.number, delivered.number, one.number])
    const text = pdfText(file)
    expect(text.split('\f')).toHaveLength(size === 'a4' ? 2 : 3)
    const [, ...slips] = text.split('Packing slip for ')
    expect(slips).toHaveLength(3)
    expect(slips[0]).toContain(`order ${two.number}`)
    expect(slips[1]?.replaceAll('\n', '')).toContain(`exchange of order ${delivered.number}`)
    expect(slips[1]).toMatch(/\nL\n[^\n]*, Black\n/)
    // One of the two tees has left.
    expect(slips[2]).toContain('2 pieces')
    for (const slip of slips) expect(slip).not.toMatch(/₹|1,?299|Rs/)
    for (const slip of slips) expect(slip).toContain('Mumbai 400028')
  }
  await call('POST', `/orders/${two.id}/ship`, { carrier: 'DTDC', tracking: `P${two.number}` })
  expect(pdfText(await pdfOf(`/packing-slips.pdf?orders=${two.id}`))).toContain('1 piece')
  for (const [query, status] of [
    ['orders=', 400],
    ['orders=nonsense', 404],
    [`orders=${two.id}&size=a5`, 400],
    ['', 400],
  ] as const)
    expect((await call('GET', `/packing-slips.pdf?${query}`)).status, query).toBe(status)
})

test('labels have the barcode of each SKU, as often as it is given', async () => {
  const { skus } = await place([tee, tote])
  const [first = '', second = ''] = skus
  const wanted = Array.from({ length: 30 }, (_, index) => (index % 2 ? first : second))
  const file = await pdfOf(`/labels.pdf?skus=${wanted}`)
  expect(pdfBarcodes(file)).toEqual(wanted)
  expect(pdfText(file).split('\f')).toHaveLength(2)
  expect((await call('GET', '/labels.pdf?skus=NO-SUCH')).status).toBe(404)
})

test('a label whose SKU a barcode can’t have, or only with bars too narrow to read, has a QR code', async () => {
  const skus = ['कुर्ता-M', 'KURTA-WITH-A-NAME-LONGER-THAN-A-LABEL-OF-SEVENTY-MILLIMETRES-M', 'KURTA-M']
  const { rows } = await sql<{
    id: string
    product_id: string
  }>`select sku as id, product_id from stock limit 1`.execute(shop.shop.db)
  for (const [index, sku] of skus.entries())
    await sql`insert into stock (sku, product_id, color, size, on_hand) values (${sku}, ${rows[0]?.product_id}, 'Label', ${`L${index}`}, 0)`.execute(
      shop.shop.db,
    )
  const file = await pdfOf(`/labels.pdf?skus=${skus.map(encodeURIComponent)}`)
  expect(await pdfQrCodes(file)).toEqual(skus.slice(0, 2))
  expect(pdfBarcodes(file)).toEqual(skus.slice(2))
  await sql`delete from stock where color = 'Label'`.execute(shop.shop.db)
})

test('a carrier’s file shows its difference first, and is then imported once, all or nothing', async () => {
  const [one, two] = [await place([tee]), await place([tee])]
  const csv = (rows: string[]) => ['order,carrier,tracking,url', ...rows].join('\r\n')
  const file = csv([`${one.number},Delhivery,F${one.number},`, `${two.number},Delhivery,F${two.number},`])
  const check = async (text: string) =>
    (await (await callFile('POST', '/shipments/import', text)).json()) as TrackingFileReport
  const apply = (text: string, id: string) => callFile('POST', `/shipments/import?apply=${id}`, text)
  const shown = await check(file)
  expect(shown).toMatchObject({ ok: true, dryRun: true, already: 0, errors: [] })
  expect(shown.shipped.map(({ orderNumber }) => orderNumber)).toEqual([one.number, two.number])
  expect((await showOrder(staff(), one.id))?.orderStatus).toBe('ordered')

  const faulty = await check(
    csv([`${one.number},Delhivery,F${one.number},`, 'FS-1,Delhivery,F123456,', `${two.number},,x,`]),
  )
  expect(faulty).toMatchObject({
    ok: false,
    shipped: [],
    errors: [
      { line: 3, column: 'order' },
      { line: 4, column: 'carrier' },
      { line: 4, column: 'tracking' },
    ],
  })
  expect((await apply(csv([]), shown.id)).status).toBe(409)
  expect((await apply(file, faulty.id)).status).toBe(409)

  // One of the two leaves meanwhile: the difference that was shown isn't that of the file any more.
  await call('POST', `/orders/${one.id}/ship`, { carrier: 'Delhivery', tracking: `F${one.number}` })
  expect((await apply(file, shown.id)).status).toBe(409)
  expect((await showOrder(staff(), two.id))?.orderStatus).toBe('ordered')
  const again = await check(file)
  expect(again).toMatchObject({ shipped: [{ orderNumber: two.number }], already: 1 })
  const applied = await Promise.all([apply(file, again.id), apply(file, again.id)])
  expect(applied.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await check(file)).toMatchObject({ ok: true, shipped: [], already: 2 })
  expect((await showOrder(staff(), two.id))?.orderStatus).toBe('ontheway')
  expect((await callFile('POST', '/shipments/import', `x${'y'.repeat(1_000_001)}`)).status).toBe(413)
  expect(await check('\u0000PK')).toMatchObject({ ok: false, errors: [{ line: 0 }] })
})

test('what is to pack can be booked at a carrier, and the carriers are listed', async () => {
  const { number } = await place([tee])
  const response = await callFile('GET', '/shipments/export.csv?format=delhivery')
  expect(response.headers.get('content-type')).toBe('text/csv')
  expect(await response.text()).toContain(number)
  expect((await call('GET', '/shipments/export.csv?format=shop')).status).toBe(400)
  expect((await call('GET', '/carriers')).body.items).toContainEqual({ name: 'India Post', api: null })
})

test('after any sequence of parcels, corrections and files the ledger adds up', { tags: ['A12', 'A18'] }, async () => {
  const meena = await newShopper(shop, 'Meena Pai')
  const orders = [await place([{ ...tee, quantity: 3 }], meena), await place([{ ...tee, quantity: 2 }, tote], meena)]
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  const statuses = new Set<number>()
  for (let step = 0; step < 40; step++) {
    const order = orders[random(2)] ?? orders[0]
    const sku = order?.skus[random(order.skus.length)]
    const tracking = `SEQ-${random(6)}`
    const made = [
      () =>
        call('POST', `/orders/${order?.id}/ship`, {
          carrier: 'DTDC',
          tracking,
          lines: [{ sku, quantity: 1 + random(2) }],
        }),
      () => call('POST', `/orders/${order?.id}/parcels/${tracking}/correct`, { tracking: `SEQ-${random(9)}` }),
      () => callFile('POST', '/shipments/import', `order,carrier,tracking\n${order?.number},DTDC,${tracking}`),
    ][random(3)]
    statuses.add((await made?.())?.status ?? 0)
    await expectInvariants(shop)
  }
  for (const status of statuses) expect([200, 400, 404, 409]).toContain(status)
  const { rows } = await sql<{ over: number }>`
    select count(*)::integer as over from order_lines l join line_pieces p on p.order_line_id = l.id
    where p.shipped + p.unshipped <> l.quantity - l.cancelled`.execute(shop.shop.db)
  expect(rows).toEqual([{ over: 0 }])
})

import { expect, test } from 'vitest'
import type { PackItem } from '#shop/shipping/pack-contract.ts'
import { pickRows } from '#shop/shipping/pick-rows.ts'
import {
  countsOf,
  fetchedOf,
  nextItem,
  openItems,
  piecesOf,
  type Run,
  shareFetched,
  startRun,
  stateOf,
  tickOf,
  tickPiece,
  withItems,
  withMore,
  withTicks,
} from './run.ts'

const piece = { name: 'Tee', color: 'Black', size: 'M', picture: null, place: 'A 1' }
const item = (id: string, lines: Record<string, number>): PackItem => ({
  id,
  kind: 'order',
  orderId: id,
  orderNumber: `FS-${id}`,
  parcel: 0,
  since: '2026-11-26T10:00:00.000Z',
  leaveBy: '2026-11-27',
  isLate: false,
  collect: 0,
  warning: null,
  address: ['Asha'],
  lines: Object.entries(lines).map(([sku, count]) => ({ ...piece, sku, count })),
})
const [one, two, three] = [item('1', { TEE: 2, TOTE: 1 }), item('2', { TEE: 1 }), item('3', { TOTE: 2 })]
/** The device is an hour behind the shop. */
const NOW = '2026-11-26T12:00:00.000Z'
const DEVICE = Date.parse(NOW) - 3_600_000
const newRun = () => startRun('me', { items: [one, two, three], ticks: [], now: NOW }, DEVICE)

let keys = 0
function pack(run: Run, of: PackItem, sku: string, count: number, step: 'fetched' | 'packed' = 'packed'): Run {
  return tickPiece(run, { item: of, sku, step, count, key: `${++keys}` }, DEVICE).run
}

test('a parcel is packed when all pieces are in, and the next one is the first that isn’t', () => {
  let run = pack(newRun(), one, 'TEE', 2)
  expect([stateOf(run, one), piecesOf(run, one)]).toEqual(['to-pack', { all: 3, packed: 2 }])
  run = pack(run, one, 'TOTE', 1)
  expect([stateOf(run, one), nextItem(run, '1')?.id, nextItem(run, null)?.id]).toEqual(['packed', '2', '2'])
  run = { ...run, shipped: { 1: { carrier: 'DTDC', tracking: 'D1' } } }
  expect(openItems(run).map(({ id }) => id)).toEqual(['2', '3'])
  run = pack(run, three, 'TOTE', 2)
  expect([nextItem(run, '3')?.id, nextItem(pack(run, two, 'TEE', 1), '3')]).toEqual(['2', null])
})

test('more items come after those of the run, each once', () => {
  const run = pack(newRun(), one, 'TEE', 2)
  const more = withMore(run, { items: [item('4', { TEE: 1 }), one], ticks: [] })
  expect(more.items.map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
  expect(countsOf(more, one, 'packed').TEE).toBe(2)
})

test('ticks have the shop’s time, and no two of a device the same', () => {
  const first = tickPiece(newRun(), { item: one, sku: 'TEE', step: 'packed', count: 1, key: 'a' }, DEVICE)
  const second = tickPiece(first.run, { item: one, sku: 'TEE', step: 'packed', count: 2, key: 'b' }, DEVICE)
  expect([first.tick.at, second.tick.at]).toEqual([NOW, '2026-11-26T12:00:00.001Z'])
  expect(countsOf(second.run, one, 'packed')).toEqual({ TEE: 2, TOTE: 0 })
})

test('of two ticks of a piece the newer one counts, and others’ ticks have their name', () => {
  const run = pack(newRun(), one, 'TEE', 2, 'fetched')
  const tick = { item: '1', parcel: 0, sku: 'TEE', step: 'fetched' as const, by: 'Ravi' }
  const older = withTicks(run, [{ ...tick, count: 1, at: '2026-11-26T11:59:59.000Z' }])
  expect(tickOf(older, one, 'TEE', 'fetched')).toMatchObject({ count: 2, by: null })
  // The answer to one's own tick.
  expect(tickOf(withTicks(run, [{ ...tick, count: 2, at: NOW }]), one, 'TEE', 'fetched')?.by).toBeNull()
  const newer = withTicks(run, [{ ...tick, count: 1, at: '2026-11-26T12:00:01.000Z' }])
  expect(tickOf(newer, one, 'TEE', 'fetched')).toMatchObject({ count: 1, by: 'Ravi' })
  expect(withTicks(run, [{ ...tick, item: 'other', count: 1, at: NOW }]).ticks).toEqual(run.ticks)
})

test('the pick list goes by place; a row’s pieces are divided among its orders', () => {
  const places = [item('4', { A10: 1 }), item('5', { A9: 1 }), item('6', { NONE: 1 })]
  for (const { lines } of places)
    for (const line of lines) line.place = line.sku === 'NONE' ? null : line.sku.replace('A', 'Shelf A ')
  expect(pickRows(places).map(({ sku }) => sku)).toEqual(['A9', 'A10', 'NONE'])
  const row = pickRows([one, two]).find(({ sku }) => sku === 'TEE')
  if (!row) throw new Error()
  expect([row.count, shareFetched(row, 2), shareFetched(row, 3)]).toEqual([
    3,
    [
      { id: '1', count: 2 },
      { id: '2', count: 0 },
    ],
    [
      { id: '1', count: 2 },
      { id: '2', count: 1 },
    ],
  ])
  expect(fetchedOf(pack(newRun(), one, 'TEE', 2, 'fetched'), row)).toEqual({ fetched: 2, by: null })
})

test('what the shop no longer has to pack is gone, and the ticks of a parcel that left aren’t those of the next', () => {
  let run = pack(newRun(), one, 'TEE', 1)
  run = { ...run, shipped: { 3: { carrier: 'DTDC', tracking: 'D1' } } }
  const rest = { ...one, parcel: 1, lines: [{ ...piece, sku: 'TEE', count: 1 }] }
  const after = withItems(run, ['1', '2', '3'], { items: [rest], ticks: [] }, 'gone')
  expect(after.items.map((each) => stateOf(after, each))).toEqual(['to-pack', 'gone', 'shipped'])
  expect([piecesOf(after, rest), openItems(after)]).toEqual([{ all: 1, packed: 0 }, [rest]])
})

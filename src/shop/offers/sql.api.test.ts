import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { findCodes, listRunningOffers } from './sql.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const offer = {
  name: 'Ten',
  kind: 'percent',
  value: 1250,
  goal: 'order',
  codes: 'none',
  who: 'everyone',

  online_only: false,
} as const

test('offers that were started are read in rupees, the oldest first, until their last day is over', async () => {
  const { db } = shop.shop
  await db
    .insertInto('offers')
    .values([
      { ...offer, id: 'b', state: 'running', emails: [], combines: ['delivery'] },
      {
        ...offer,
        id: 'a',
        name: 'Three for Rs. 999',
        kind: 'price',
        value: 99_900,
        buy_quantity: 3,
        goal: 'products',
        products: JSON.stringify({ categories: ['T-shirt'] }),
        codes: 'one',
        minimum_goods_paise: 150_050,
        from_day: '2026-12-05',
        to_day: '2026-12-06',
        limit_total: 100,
        limit_budget_paise: 5_000_000_000,
        emails: [],
        combines: [],
        online_only: true,
        state: 'running',
      },
      { ...offer, id: 'c', state: 'draft', emails: [], combines: [] },
      { ...offer, id: 'd', state: 'stopped', emails: [], combines: [] },
    ])
    .execute()
  await db
    .insertInto('offer_codes')
    .values([
      { code: 'TEES3', offer_id: 'a', written: 'Tees 3', max_uses: null, batch: null },
      { code: 'TEN1', offer_id: 'b', written: 'TEN1', max_uses: 1, batch: 'one', used: 1 },
    ])
    .execute()
  const ten = { id: 'b', name: 'Ten', kind: 'percent', value: 12.5, of: 'order', codes: 'none', who: 'everyone' }
  expect(await listRunningOffers(db, '2026-12-06')).toEqual([
    { ...ten, combines: ['delivery'], state: 'running', createdAt: expect.any(String) },
    {
      id: 'a',
      name: 'Three for Rs. 999',
      kind: 'price',
      value: 999,
      buy: { quantity: 3, free: 0 },
      of: 'products',
      products: { categories: ['T-shirt'] },
      codes: 'one',
      code: 'Tees 3',
      minimum: { goods: 1500.5 },
      from: '2026-12-05',
      to: '2026-12-06',
      limits: { total: 100, budget: 50_000_000 },
      who: 'everyone',
      methods: ['online'],
      combines: [],
      state: 'running',
      createdAt: expect.any(String),
    },
  ])
  expect((await listRunningOffers(db, '2026-12-07')).map(({ id }) => id)).toEqual(['b'])
  expect(await findCodes(db, ['TEES3', 'TEN1', 'NONE'])).toEqual([
    { code: 'TEES3', offer: 'a', usedUp: false },
    { code: 'TEN1', offer: 'b', usedUp: true },
  ])
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeStock } from '#shop/catalog/stock/sql.server.ts'
import { newShopper, openOrder, tote } from '../support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../support/shop.ts'

/** How many further requests of each view must show no old figure. */
const ROUNDS = 30
const TEE = '/api/product/getProductDetail/boxy-tee'
const LISTING = '/api/user/filterProduct?categories=Man'

/** Two instances of one shop. */
let first: TestShop
let second: TestShop

beforeAll(async () => {
  first = await openTestShop()
  second = await openTestShop({ beside: first })
})
afterAll(async () => {
  await second?.close()
  await first?.close()
})

interface Shown {
  price: number
  variants: { sku: string; quantity: number }[]
}

async function shown(shop: TestShop): Promise<{ detail: Shown; listed: Shown | undefined }> {
  const [detail, list] = await Promise.all([shop.fetch(TEE), shop.fetch(LISTING)])
  const { data } = (await detail.json()) as { data: Shown }
  return { detail: data, listed: ((await list.json()) as (Shown & { _id: string })[]).find(isTee) }
}

const isTee = ({ _id }: { _id: string }) => _id === 'boxy-tee'
const skuOf = ({ variants }: Shown) => variants[0]?.sku ?? ''

/**
 * Requests the product from both instances after a write until every view is new, then counts the rounds with an old one: a
 * response that was rendered before the write must not be kept after it.
 */
async function oldViewsAfter(write: () => Promise<unknown>, isNew: (product: Shown) => boolean): Promise<number> {
  await Promise.all([shown(first), shown(second)])
  const areNew = async () => {
    const views = await Promise.all([shown(first), shown(second)])
    return views.every(({ detail, listed }) => isNew(detail) && listed !== undefined && isNew(listed))
  }
  await write()
  await expect.poll(areNew, { interval: 1 }).toBe(true)
  let old = 0
  for (let round = 0; round < ROUNDS; round++) {
    // Requests within this process never wait for a socket, so this leaves the event loop to the notifications.
    await nextTurn()
    if (!(await areNew())) old++
  }
  return old
}

const setPrice = (rupees: number) =>
  sql`update products set price_paise = ${rupees * 100} where id = 'boxy-tee'`.execute(first.shop.db)

describe('cached responses after a write', () => {
  test.each([1199, 1099, 999])('no request sees the old price: now %i', async (price) => {
    expect(
      await oldViewsAfter(
        () => setPrice(price),
        (product) => product.price === price,
      ),
    ).toBe(0)
  })

  test('no request sees the old stock after another instance changed it', { tags: 'C2.4' }, async () => {
    const sku = skuOf((await shown(first)).detail)
    expect(
      await oldViewsAfter(
        () => changeStock(second.shop.db, STAFF, sku, { quantity: 3 }),
        ({ variants }) => variants.some((variant) => variant.sku === sku && variant.quantity === 3),
      ),
    ).toBe(0)
  })

  test('a transaction that is rolled back invalidates nothing', async () => {
    await shown(second)
    const undone = first.shop.db.transaction().execute(async (tx) => {
      await sql`update products set price_paise = 1 where id = 'boxy-tee'`.execute(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    // Notifications come in the order of the commits: once this one has come, that of the tee would have.
    await sql`update products set name = 'Another tote' where id = ${tote.productId}`.execute(first.shop.db)
    const nameOfTote = async () => {
      const response = await second.fetch(`/api/product/getProductDetail/${tote.productId}`)
      return ((await response.json()) as { data: { name: string } }).data.name
    }
    await expect.poll(nameOfTote).toBe('Another tote')
    const { renders } = second.cache.stats()
    expect(((await (await second.fetch(TEE)).json()) as { data: Shown }).data.price).toBe(999)
    expect(second.cache.stats().renders).toBe(renders)
  })
})

describe('the stock that a product shows', () => {
  test('is what can still be bought: less what an unpaid order holds, on its page and in every list', {
    tags: 'C3.52',
  }, async () => {
    const quantities = async () => {
      const detail = await first.api('GET /product/getProductDetail/{productId}', {
        params: { productId: tote.productId },
      })
      const list = await first.api('GET /user/filterProduct', { query: { sizes: tote.size } })
      if (!detail.ok || !list.ok) throw new Error('no product')
      return [detail.data.data, list.data.find(({ _id }) => _id === tote.productId)].map((product) => [
        product?.variants[0]?.quantity,
        product?.sizes[0]?.quantity,
      ])
    }
    expect(await quantities()).toEqual([
      [50, 50],
      [50, 50],
    ])
    const who = await newShopper(first)
    await openOrder(who, [{ ...tote, quantity: 3 }])
    await expect.poll(quantities).toEqual([
      [47, 47],
      [47, 47],
    ])
    await openOrder(await newShopper(first, 'Bina Rao'), [{ ...tote, quantity: 47 }])
    await expect.poll(quantities).toEqual([
      [0, 0],
      [undefined, undefined],
    ])
  })
})

describe('the connection for notifications', () => {
  test('when it is lost the cache is emptied; when it is back, missed changes show', async () => {
    await shown(second)
    expect(second.cache.stats().entries).toBeGreaterThan(0)
    await endListeners()
    await expect.poll(() => second.cache.stats().entries, { interval: 1 }).toBe(0)
    await setPrice(899)
    await expect.poll(async () => (await shown(second)).detail.price).toBe(899)
    await expect.poll(async () => (await shown(second)) && second.cache.stats().entries).toBe(2)
    expect(
      await oldViewsAfter(
        () => setPrice(799),
        ({ price }) => price === 799,
      ),
    ).toBe(0)
  })
})

/** Ends every listening connection of this database on the server's side. */
async function endListeners(): Promise<void> {
  const { rows } = await sql<{ pid: number }>`
    select pg_terminate_backend(pid), pid from pg_stat_activity
    where datname = current_database() and (query ilike 'listen%' or query = 'select 1') and pid <> pg_backend_pid()
  `.execute(first.shop.db)
  expect(rows.length).toBeGreaterThanOrEqual(2)
}

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newShopper, openOrder } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF } from '../../../tests/support/shop.ts'
import { signInStaff } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import { FILTER_OPTIONS } from '../catalog/rules.ts'
import { checkInvariants } from '../checkout/invariants.server.ts'
import { rupeeTotals } from '../pricing/rules.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { loadDemonstration, removeDemonstration } from './demonstration.server.ts'

const folder = join(import.meta.dirname, '../../../catalogue')

test('the demonstration is loaded and removed as a whole, alongside the shop’s own products; ordered products are archived', async () => {
  const shop = await openTestShop()
  try {
    const { db } = shop.shop
    const own = (await db.selectFrom('products').select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(await loadDemonstration(db, STAFF, folder)).toMatchObject({ ok: true, data: { products: 72, stores: 10 } })
    expect(await loadDemonstration(db, STAFF, folder)).toMatchObject({ ok: false, code: 'conflict' })
    await shop.shop.index.refresh('all')
    const { sku } = await db
      .selectFrom('stock')
      .select('sku')
      .where('product_id', '=', 'four-bars-boxy-tee')
      .where('on_hand', '>', 0)
      .executeTakeFirstOrThrow()
    const { color, size } = await db.selectFrom('stock').selectAll().where('sku', '=', sku).executeTakeFirstOrThrow()
    const line = { productId: 'four-bars-boxy-tee', color, size, quantity: 1 }
    const { total } = rupeeTotals([{ price: 1299, quantity: 1 }], DEFAULT_SETTINGS)
    await openOrder(await newShopper(shop), [line], { totalPrice: total })
    expect(await removeDemonstration(db, STAFF, { becomesReal: false })).toMatchObject({
      deleted: 71,
      archived: 1,
      stores: 10,
    })
    const left = await db.selectFrom('products').select(['id', 'state']).orderBy('id').execute()
    expect(left.filter(({ state }) => state === 'published').map(({ id }) => id)).toEqual(own)
    expect(left.filter(({ state }) => state === 'archived').map(({ id }) => id)).toEqual(['four-bars-boxy-tee'])
    expect(await db.selectFrom('reviews').select('id').execute()).toEqual([])
    expect(await db.selectFrom('customers').select('id').where('email', 'is', null).execute()).toEqual([])
    expect(await checkInvariants(db)).toMatchObject({ ok: true, findings: [] })
    const lines = await listAudit(db, { subject: 'demonstration', limit: 9 })
    expect(lines.map(({ action }) => action)).toEqual(['demonstration.remove', 'demonstration.load'])
    expect(await removeDemonstration(db, STAFF, { becomesReal: false })).toMatchObject({
      deleted: 0,
      archived: 0,
      reviews: 0,
      stores: 0,
    })

    // What was archived comes back with the others, and goes again.
    expect(await loadDemonstration(db, STAFF, folder)).toMatchObject({ ok: true, data: { products: 72, stores: 10 } })
    const back = await db
      .selectFrom('products')
      .select('id')
      .where('demonstration', '=', true)
      .where('state', '=', 'published')
      .execute()
    expect(back.length).toBe(72)
    expect(await checkInvariants(db)).toMatchObject({ ok: true, findings: [] })
    expect(await loadDemonstration(db, STAFF, folder)).toMatchObject({ ok: false, code: 'conflict' })
    const owner = await signInStaff(shop, 'owner')
    const { body: expected } = await owner.browser.call('GET', '/demonstration')
    const { status, body: removed } = await owner.browser.call('DELETE', '/demonstration')
    expect({ status, body: removed }).toEqual({ status: 200, body: expected })
    expect(removed).toMatchObject({ deleted: 71, archived: 1, stores: 10 })
    expect((await owner.browser.call('GET', '/demonstration')).body).toEqual({
      deleted: 0,
      archived: 0,
      reviews: 0,
      stores: 0,
    })
    await db.updateTable('products').set({ demonstration: false }).where('id', '=', 'four-bars-boxy-tee').execute()
    expect(await loadDemonstration(db, STAFF, folder)).toMatchObject({ ok: false, code: 'conflict' })
  } finally {
    await shop.close()
  }
})

test('a production shop without products says that it opens soon, until it has one', {
  tags: ['C1.1', 'S9.18'],
}, async () => {
  const shop = await openTestShop({ products: [], settings: { NODE_ENV: 'production' } })
  try {
    expect(shop.config.demo).toBe(false)
    for (const path of ['/', '/product-details/boxy-tee']) {
      const response = await shop.fetch(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
      expect(await response.text()).toContain('Opening soon')
    }
    expect((await shop.fetch('/api/home/latestArrivals')).status).toBe(200)
    const details = {
      'shop.name': 'Blue Door',
      'shop.legalName': 'Blue Door LLP',
      'shop.address': '12 Hill Road, Mumbai 400050',
      'shop.email': 'hi@bluedoor.example',
      'shop.phone': '98765 43210',
      'shop.open': true,
    }
    await changeSettings(shop.shop, STAFF, details)
    expect(shop.isOpen()).toBe(false)
    await loadDemonstration(shop.shop.db, STAFF, folder)
    await expect.poll(() => shop.isOpen()).toBe(true)
    // The filters only have values of products, and the demonstration has all of the specification's.
    const options = await shop.api('GET /user/filterOptions')
    // Safe cast: the response has a list for each.
    for (const [list, values] of Object.entries(FILTER_OPTIONS))
      expect(options.ok && options.data[list as keyof typeof FILTER_OPTIONS].map(({ value }) => value)).toEqual(values)
    await changeSettings(shop.shop, STAFF, { 'shop.open': false })
    const closed = await shop.fetch('/')
    expect(await closed.text()).toContain('Blue Door is opening soon')
    await shop.shop.mail.enqueue(shop.shop.db, { to: 'asha@example.test', subject: 'Hello', text: 'Hello.' })
    shop.shop.mail.wake()
    await expect.poll(() => shop.mailbox?.list()).toMatchObject([{ from: 'Blue Door <shop@localhost>' }])
    await changeSettings(shop.shop, STAFF, { 'shop.open': true })
    expect(await shop.isOpen()).toBe(true)
  } finally {
    await shop.close()
  }
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AlertsFixture, LARGE, withAlertsShop } from '../../../tests/support/alerts-fixture.ts'
import { newShopper, openOrder } from '../../../tests/support/checkout-fixture.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { notifyOfStock } from './jobs.server.ts'
import { lockPieces } from './sql.server.ts'

let alerts: AlertsFixture
withAlertsShop((fixture) => {
  alerts = fixture
})

test('3 pieces return and 50 people wait: 3 are notified, more only while pieces are left', async () => {
  const emails = await alerts.addConfirmed(50)
  await alerts.setStock(3)
  expect(await alerts.notify()).toBe(3)
  expect(await alerts.notify()).toBe(0)
  expect(await alerts.notified()).toEqual(emails.slice(0, 3))

  // One is sold. For half a day the other two are left to the people already notified.
  await alerts.setStock(2)
  expect(await alerts.notify()).toBe(0)
  await sql`update stock_alerts set notified_at = notified_at - interval '13 hours'`.execute(alerts.context.db)
  expect(await alerts.notify()).toBe(2)
  expect(await alerts.notified()).toEqual(emails.slice(0, 5))

  // Sold out, then four more: earlier notifications don't count against these.
  await alerts.setStock(0)
  expect(await alerts.notify()).toBe(0)
  await alerts.setStock(4)
  expect(await alerts.notify()).toBe(4)
  expect(await alerts.notified()).toEqual(emails.slice(0, 9))
  // Six more come in before the four are sold.
  await alerts.setStock(10)
  expect(await alerts.notify()).toBe(6)
  expect(await alerts.notify()).toBe(0)
  expect(await alerts.notified()).toEqual(emails.slice(0, 15))
})

test('nobody is notified of a piece held for a payment, of a hidden product, or while the shop is closed', async () => {
  const [first] = await alerts.addConfirmed(2)
  await alerts.setStock(1)
  const bina = await newShopper(alerts.shop)
  await openOrder(bina, [{ ...LARGE, quantity: 1 }])
  expect(await alerts.notify()).toBe(0)
  await sql`update products set state = 'hidden' where id = 'boxy-tee'`.execute(alerts.context.db)
  await alerts.setStock(1)
  expect(await alerts.notify()).toBe(0)
  await changeSettings(alerts.context, STAFF, { 'shop.open': false })
  await sql`update products set state = 'published' where id = 'boxy-tee'`.execute(alerts.context.db)
  expect(await alerts.notify()).toBe(0)
  await changeSettings(alerts.context, STAFF, { 'shop.open': true })
  expect(await alerts.notify()).toBe(1)
  expect(await alerts.notified()).toEqual([first])
})

test('several instances notify no more people than one would, and a crash notifies nobody twice', async () => {
  const emails = await alerts.addConfirmed(20)
  await alerts.setStock(6)
  const crashing = {
    ...alerts.context,
    mail: { ...alerts.context.mail, enqueue: () => Promise.reject(new Error('killed')) },
  }
  await expect(notifyOfStock(crashing)).rejects.toThrow('killed')
  expect(await alerts.notified()).toEqual([])
  const counts = await Promise.all(Array.from({ length: 6 }, () => alerts.notify()))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  expect(await alerts.notified()).toEqual(emails.slice(0, 6))
})

test('nobody is notified of a piece that is being sold; the stock is read again right before the mails', async () => {
  const { db } = alerts.context
  await alerts.addConfirmed(1)
  await alerts.setStock(1)
  await db.transaction().execute(async (sale) => {
    await sql`update stock set on_hand = reserved where sku = ${await alerts.sku()}`.execute(sale)
    expect(await alerts.notify()).toBe(0)
  })
  expect(await db.transaction().execute((tx) => lockPieces(tx, LARGE))).toBeNull()
  expect(await alerts.notified()).toEqual([])
  await sql`update stock set on_hand = reserved + 1 where sku = ${await alerts.sku()}`.execute(db)
  expect(await alerts.notify()).toBe(1)
})

test('a large restock is mailed in batches, each after the one before is sent', async () => {
  await alerts.addConfirmed(12)
  await alerts.setStock(100)
  expect(await alerts.notify(5)).toBe(5)
  expect(await alerts.notify(5)).toBe(0)
  await sql`update outbox set done_at = now(), outcome = 'sent'`.execute(alerts.context.db)
  expect(await alerts.notify(5)).toBe(5)
})

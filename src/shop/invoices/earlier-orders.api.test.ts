import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import type { Tables } from '../tables.server.ts'
import { readInvoice } from './issue.server.ts'
import { sumLines } from './rules.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')
let own: TestDatabase
let database: OpenDatabase<Tables>

beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase<Tables>({ connection: own.connection, log: { warn: () => {} } })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const ADDRESS = {
  firstName: 'Asha',
  lastName: '',
  streetAddress: '28, Cadell Road',
  townCity: 'Mumbai',
  country: 'India',
}

test('orders paid before there were invoices get invoice numbers in the order of payment', async () => {
  const { db } = database
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const before = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const name of readdirSync(folder).filter((file) => file < '0050'))
    copyFileSync(join(folder, name), join(before, name))
  await migrate(db, before)
  await sql`insert into customers (id, email, name) values ('asha', 'asha@example.test', 'Asha')`.execute(db)
  const order = (id: string, paidAt: string | null, unconfirmed = false) =>
    sql`
    insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise, address,
      payment_method, expires_at, payment_id, paid_at, capture_unconfirmed, status, estimated_at)
    values (${id}, 'asha', ${paidAt ? 'paid' : 'expired'}, ${id}, 129900, 4000, 6495, 140395,
      ${JSON.stringify({ ...ADDRESS, state: 'Goa', zipCode: '403001', phoneNumber: '', email: '', _id: '' })}, 'credit_card', now(),
      ${paidAt && id}, ${paidAt}::timestamptz, ${unconfirmed}, ${paidAt && 'ordered'}, ${paidAt}::timestamptz)`.execute(
      db,
    )
  await order('third', '2026-04-02T10:00:00Z')
  await order('first', '2026-03-31T18:29:00Z')
  await order('second', '2026-03-31T18:31:00Z')
  await order('unpaid', null)
  await order('unconfirmed', '2026-04-01T10:00:00Z', true)
  await sql`
    insert into order_lines (id, order_id, position, sku, product_id, name, price_paise, color, size, quantity)
    select id, id, 0, 'TEE', 'boxy-tee', 'Boxy Tee', 129900, 'Black', 'M', 1 from orders`.execute(db)
  await migrate(db, folder)

  const issued = await db.selectFrom('invoices').select(['order_id', 'number']).orderBy('issued_at').execute()
  expect(issued.map(({ order_id, number }) => [order_id, number])).toEqual([
    ['first', 'INV/25-26/00001'],
    ['second', 'INV/26-27/00001'],
    ['third', 'INV/26-27/00002'],
  ])
  const counters = await db.selectFrom('document_counters').select(['year', 'last']).orderBy('year').execute()
  expect(counters).toEqual([
    { year: '2025-26', last: 1 },
    { year: '2026-27', last: 2 },
  ])
  await sql`insert into settings_versions (actor, values) values ('test', '{"shop.gstin": "27AAPFU0939F1ZV"}')`.execute(
    db,
  )
  const invoice = await readInvoice(db, 'second')
  expect(invoice?.document).toMatchObject({ placeOfSupply: '30', seller: { state: '27' } })
  expect(sumLines(invoice?.document.lines ?? [])).toMatchObject({ igst: 6685, total: 140_395 })
  expect(await readInvoice(db, 'second')).toEqual(invoice)
})

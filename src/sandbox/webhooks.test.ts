import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hmacHex } from './signing.ts'
import type { TestBank } from './test-bank.ts'
import { openTestBank, SECRETS, until } from './test-bank.ts'

let bank: TestBank
beforeEach(async () => {
  bank = await openTestBank()
})
afterEach(() => bank.stop())

async function payUnder(scenario: string): Promise<string> {
  const id = await bank.order()
  const aimed = await bank.control('POST', '/scenarios', { scenario, order_id: id })
  expect(aimed.status).toBe(200)
  await bank.pay(id)
  return id
}

const names = () => bank.received.map((event) => event.event)

test('a payment tells three events, signed over the raw body, each with its own id', async () => {
  await payUnder('ok')
  await until(() => bank.received.length === 3)
  expect(names()).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  for (const event of bank.received) expect(event.signature).toBe(hmacHex(SECRETS.webhookSecret, event.raw))
  expect(new Set(bank.received.map((event) => event.eventId)).size).toBe(3)
  expect(JSON.parse(bank.received[2]?.raw ?? '')).toMatchObject({
    entity: 'event',
    contains: ['payment', 'order'],
    payload: { order: { entity: { status: 'paid' } } },
  })
})

test('webhook_dup: the same event ids and bytes several times', async () => {
  await payUnder('webhook_dup:3')
  await until(() => bank.received.length === 9)
  expect(new Set(bank.received.map((event) => event.eventId + event.raw)).size).toBe(3)
})

test('webhook_late holds events back', async () => {
  const begun = Date.now()
  await payUnder('webhook_late:0.4')
  await until(() => bank.received.length === 3)
  expect(Date.now() - begun).toBeGreaterThanOrEqual(380)
})

test('webhook_reorder tells the last event first', async () => {
  await payUnder('webhook_reorder')
  await until(() => bank.received.length === 3)
  expect(names()).toEqual(['order.paid', 'payment.captured', 'payment.authorized'])
})

test('webhook_bad_sig and webhook_old_secret do not match the secret', async () => {
  await payUnder('webhook_bad_sig')
  await until(() => bank.received.length === 3)
  for (const event of bank.received) {
    expect(event.signature).toMatch(/^[0-9a-f]{64}$/)
    expect(event.signature).not.toBe(hmacHex(SECRETS.webhookSecret, event.raw))
  }
  bank.received.length = 0
  await payUnder('webhook_old_secret')
  await until(() => bank.received.length === 3)
  for (const event of bank.received) expect(event.signature).toBe(hmacHex(`old_${SECRETS.webhookSecret}`, event.raw))
})

test('webhook_never is held until asked for', async () => {
  const id = await payUnder('webhook_never')
  expect((await bank.control('GET', '/state')).body).toMatchObject({ events: { held: 3, pending: 0 } })
  await bank.control('POST', '/redeliver', { order_id: id })
  await until(() => bank.received.length === 3)
})

test('a refused event comes again with the same id, over a restart too', async () => {
  bank.answer.status = 500
  await payUnder('ok')
  await until(() => bank.received.length >= 3)
  await bank.restart()
  bank.answer.status = 200
  const seen = bank.received.length
  await until(() => bank.received.length >= seen + 3)
  expect(new Set(bank.received.map((event) => event.eventId)).size).toBe(3)
  await until(async () => JSON.stringify((await bank.control('GET', '/state')).body.events).includes('"pending":0'))
})

test('books survive a restart, and hold no card number', async () => {
  const id = await payUnder('ok')
  const before = (await bank.control('GET', `/orders/${id}`)).body
  await bank.restart()
  const after = (await bank.control('GET', `/orders/${id}`)).body
  expect(after).toMatchObject({ order: { status: 'paid' } })
  expect(after.payments).toEqual(before.payments)
  for (const file of readdirSync(bank.dataDir)) {
    expect(readFileSync(join(bank.dataDir, file)).includes('4100280000001007')).toBe(false)
  }
})

test('reset empties the books', async () => {
  await payUnder('ok')
  await bank.control('POST', '/reset')
  expect((await bank.control('GET', '/state')).body).toMatchObject({ orders: [], payments: [], refunds: [] })
})

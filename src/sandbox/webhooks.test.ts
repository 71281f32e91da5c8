import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEYS, openTestSandbox, type TestSandbox, until } from './test-sandbox.ts'
import { hmacHex } from './webhooks.server.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await openTestSandbox()
})
afterEach(() => sandbox.stop())

const receives = (count: number) => until(() => sandbox.received.length === count)
const names = () => sandbox.received.map(({ event }) => event)
const ids = () => new Set(sandbox.received.map(({ eventId, raw }) => eventId + raw))
const state = async () => (await sandbox.control('GET', '/state')).body

test('a payment sends three events, signed over the raw body, each with its own id', async () => {
  await sandbox.pay()
  await receives(3)
  expect(names()).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  for (const { signature, raw } of sandbox.received) expect(signature).toBe(hmacHex(KEYS.webhookSecret, raw))
  expect(ids().size).toBe(3)
  expect(JSON.parse(sandbox.received[2]?.raw ?? '')).toMatchObject({
    entity: 'event',
    contains: ['payment', 'order'],
    payload: { order: { entity: { status: 'paid' } } },
  })
})

test('webhook_dup: the same event ids and bytes several times', async () => {
  await sandbox.pay('webhook_dup:3')
  await receives(9)
  expect(ids().size).toBe(3)
})

test('webhook_late delays events', async () => {
  const start = Date.now()
  await sandbox.pay('webhook_late:0.4')
  await receives(3)
  expect(Date.now() - start).toBeGreaterThanOrEqual(380)
})

test('webhook_reorder sends the last event first', async () => {
  await sandbox.pay('webhook_reorder')
  await receives(3)
  expect(names()).toEqual(['order.paid', 'payment.captured', 'payment.authorized'])
})

test.each([
  ['webhook_bad_sig', `not ${KEYS.webhookSecret}`],
  ['webhook_old_secret', `old_${KEYS.webhookSecret}`],
])('%s: signed with another secret', async (scenario, secret) => {
  await sandbox.pay(scenario)
  await receives(3)
  for (const { signature, raw } of sandbox.received) expect(signature).toBe(hmacHex(secret, raw))
})

test('webhook_never sends nothing', async () => {
  await sandbox.pay('webhook_never')
  expect(await state()).toMatchObject({ pending_tasks: 0 })
  expect(sandbox.received).toEqual([])
})

test('a rejected event is resent with the same id until accepted, even after a restart', async () => {
  sandbox.shop.status = 500
  await sandbox.pay()
  await until(() => sandbox.received.length >= 3)
  await sandbox.restart()
  sandbox.shop.status = 200
  await until(async () => (await state()).pending_tasks === 0)
  const { length } = sandbox.received
  expect(length).toBeGreaterThanOrEqual(6)
  expect(ids().size).toBe(3)
  // Whatever was still due would come before the events of a later payment.
  await sandbox.pay()
  await receives(length + 3)
  expect(ids().size).toBe(6)
})

test('events go to the URL set by the control API, and orders, payments and tasks survive a restart', async () => {
  await sandbox.control('POST', '/webhooks', { url: 'http://127.0.0.1:9/' })
  await sandbox.pay()
  const before = await state()
  await sandbox.restart()
  expect(await state()).toEqual(before)
  expect(before).toMatchObject({ orders: [{ status: 'paid' }], payments: [{ status: 'captured' }], pending_tasks: 3 })
  expect(sandbox.received).toEqual([])
})

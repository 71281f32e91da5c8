import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withoutValues } from '#platform/config/kept-settings.server.ts'
import { readConfig } from '#platform/config.server.ts'
import { startSandbox } from '#sandbox/sandbox.server.ts'
import { startSmtpSink } from '../../tests/support/smtp-sink.ts'
import { createConnections } from './connections.server.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'connections-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const KEYS = { keyId: 'rzp_test_mine', keySecret: 'mine-secret', webhookSecret: 'mine-hook' }
const values = (keySecret = KEYS.keySecret) => ({
  RAZORPAY_KEY_ID: KEYS.keyId,
  RAZORPAY_KEY_SECRET: keySecret,
  RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
})

function open(more: Record<string, string> = {}) {
  const env = { SHOP_ENV_FILE: '', DATA_DIR: join(root, '.'), ...more }
  const read = () => readConfig(env, { root })
  return { read, connections: createConnections({ config: read(), root, env, restart: vi.fn() }) }
}

test('keys that the provider refuses aren’t taken; those it accepts count from the next start on', async () => {
  const provider = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    publicHostname: 'localhost',
    keys: { ...KEYS, controlToken: 'control' },
    webhookUrl: 'http://127.0.0.1:9/none',
    dataDir: join(root, 'provider'),
  })
  try {
    const { read, connections } = open({
      RAZORPAY_API_URL: provider.origin,
      RAZORPAY_CHECKOUT_URL: `${provider.origin}/v1/checkout.js`,
    })
    expect(connections.onScreen).toEqual({ payments: true, mail: true, delhivery: true, shiprocket: true })
    expect(await connections.faultOf(values('another-secret'))).toBe('The provider refuses these keys.')
    expect(read().payments).toEqual({ kind: 'sandbox' })
    expect(await connections.faultOf(values())).toBeNull()
    connections.keep(values())
    expect(read().payments).toMatchObject({ kind: 'razorpay', keyId: KEYS.keyId, apiUrl: provider.origin })
    expect(statSync(join(root, 'connections.env')).mode & 0o777).toBe(0o600)
  } finally {
    await provider.stop()
  }
})

test('a mail server is asked before its password is kept, beside the payment keys', async () => {
  const sink = await startSmtpSink()
  const { read, connections } = open()
  connections.keep(values())
  const server = { SMTP_URL: sink.url, MAIL_FROM: 'hello@neem.test' }
  expect(await connections.faultOf(server)).toBeNull()
  connections.keep(server)
  await sink.close()
  expect(read()).toMatchObject({
    mail: { kind: 'smtp', from: { name: null, address: 'hello@neem.test' } },
    payments: { keyId: KEYS.keyId },
  })
  expect(await connections.faultOf(server)).toContain('The mail server doesn’t respond there')
  connections.keep({ MAIL_FROM: '' })
  expect(read().mail.from.address).toBe('shop@localhost')
  expect(readFileSync(join(root, 'connections.env'), 'utf8').match(/SMTP_URL/g)).toHaveLength(1)
})

test('a carrier’s keys are forgotten, and what else was entered stays', () => {
  const { read, connections } = open()
  const delhivery = { DELHIVERY_TOKEN: 'a-token-of-delhivery', DELHIVERY_WEBHOOK_SECRET: 'a-secret-of-its-pushes' }
  connections.keep({ ...values(), ...delhivery })
  expect(read().carriers.delhivery).toMatchObject({ token: delhivery.DELHIVERY_TOKEN })
  connections.keep(withoutValues('delhivery'))
  expect(read()).toMatchObject({ carriers: { delhivery: null }, payments: { keyId: KEYS.keyId } })
  expect(readFileSync(join(root, 'connections.env'), 'utf8')).not.toMatch(/a-token|a-secret/)
})

test('what the environment sets comes first, and a database of several machines leaves nothing to enter', () => {
  open().connections.keep({ ...values(), SMTP_URL: 'smtp://127.0.0.1:2525' })
  const own = { RAZORPAY_KEY_ID: 'rzp_env', RAZORPAY_KEY_SECRET: 'env-secret', RAZORPAY_WEBHOOK_SECRET: 'env-hook' }
  const inEnvironment = open({ ...own, SMTP_URL: 'smtp://127.0.0.1:25' })
  expect(inEnvironment.connections.onScreen).toEqual({
    payments: false,
    mail: false,
    delhivery: true,
    shiprocket: true,
  })
  expect(inEnvironment.read()).toMatchObject({
    payments: { keyId: 'rzp_env', webhookSecret: 'env-hook' },
    mail: { url: 'smtp://127.0.0.1:25' },
  })
  const shared = open({ DATABASE_URL: 'postgres://shop@db.internal/shop' })
  expect(shared.connections.onScreen).toEqual({ payments: false, mail: false, delhivery: false, shiprocket: false })
  expect(shared.read()).toMatchObject({ payments: { kind: 'sandbox' }, mail: { kind: 'mailbox' } })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { ConfigError, isLoopback, readConfig } from './config.server.ts'

const root = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const keys = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }

function lineFor(env: Record<string, string>): string {
  try {
    readConfig(env, { root })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

describe('readConfig', () => {
  test('gives the defaults of the contract for an empty environment', {
    tags: ['C2.1', 'C2.2', 'C2.3', 'C2.4', 'C2.6', 'C2.10'],
  }, () => {
    expect(readConfig({ PORT: '' }, { root })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      https: false,
      dataDir: join(root, 'data'),
      database: { kind: 'embedded' },
      pictures: { kind: 'folder' },
      s3: null,
      mail: { kind: 'mailbox', from: { name: null, address: 'shop@localhost' } },
      payments: { kind: 'sandbox' },
      map: null,
      trustProxy: 0,
      holdMinutes: 20,
      codeMinutes: 10,
      webhooks: null,
      telemetry: null,
      purge: null,
      metricsToken: null,
      serviceWorker: true,
      logLevel: 'info',
      demo: true,
      demoFulfilment: false,
      production: false,
      real: false,
      allowSandbox: false,
      missing: [],
      onScreen: { payments: true, mail: true, delhivery: true, shiprocket: true },
      carriers: { delhivery: null, shiprocket: null },
    })
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT: must be a whole number from 0 (any free port) to 65535, not "abc".'],
    [{ PORT: '0' }, 'PORT: 0 (any free port) needs a PUBLIC_URL.'],
    [{ PORT: '70000' }, 'PORT: must be a whole number'],
    [{ PORT: '80.5' }, 'PORT: must be a whole number'],
    [{ HOST: 'http://x' }, 'HOST: must be a host name'],
    [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL: must be an http:// or https:// URL without a path'],
    [{ PUBLIC_URL: 'https://shop.example/store' }, 'PUBLIC_URL: must be'],
    [{ PUBLIC_URL: 'ftp://shop.example' }, 'PUBLIC_URL: must be'],
    [{ DATABASE_URL: 'mysql://u:hunter2@h/db' }, 'DATABASE_URL: must be the postgres:// URL'],
    [{ DATABASE_URL: 'postgres' }, 'DATABASE_URL: must be the postgres:// URL'],
    [{ PICTURES_URL: '/srv/pictures' }, 'PICTURES_URL: must be an s3:// URL'],
    [{ PICTURES_URL: 's3://?region=ap-south-1' }, 'PICTURES_URL: must name a bucket'],
    [{ PICTURES_URL: 's3://user:password@shop?region=ap-south-1' }, 'PICTURES_URL: must not hold keys'],
    [{ PICTURES_URL: 's3://shop/../x y?region=ap-south-1' }, 'PICTURES_URL: must have a prefix of letters'],
    [{ PICTURES_URL: 's3://shop?region=ap-south-1&acl=public' }, 'PICTURES_URL: has acl, but only endpoint and region'],
    [{ PICTURES_URL: 's3://shop' }, 'PICTURES_URL: must have the endpoint of the store, or Amazon’s region'],
    [{ PICTURES_URL: 's3://shop?region=auto' }, 'PICTURES_URL: must have the endpoint'],
    [
      { PICTURES_URL: 's3://shop?endpoint=minio:9000' },
      'PICTURES_URL: must have an http:// or https:// URL as endpoint',
    ],
    [
      { PICTURES_URL: 's3://shop?region=ap-south-1' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: must be set too, because PICTURES_URL is.',
    ],
    [{ S3_ACCESS_KEY_ID: 'AK' }, 'S3_SECRET_ACCESS_KEY: must be set too, because S3_ACCESS_KEY_ID is.'],
    [{ S3_ACCESS_KEY_ID: 'AK', S3_SECRET_ACCESS_KEY: 'x y' }, 'S3_SECRET_ACCESS_KEY: must be a secret'],
    [{ SMTP_URL: 'mail.example:587' }, 'SMTP_URL: must be the smtp:// or smtps:// URL'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL: must be'],
    [{ SMTP_URL: 'smtp://h:99999' }, 'SMTP_URL: must be'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be a mail address'],
    [
      { RAZORPAY_KEY_ID: 'rzp' },
      'RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET: must be set too, because RAZORPAY_KEY_ID is',
    ],
    [{ ...keys, RAZORPAY_WEBHOOK_SECRET: '' }, 'RAZORPAY_WEBHOOK_SECRET: must be set too'],
    [
      { RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old-secret' },
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET: must',
    ],
    [{ ...keys, RAZORPAY_API_URL: 'http://127.0.0.1:4000/v1' }, 'RAZORPAY_API_URL: must be'],
    [{ ...keys, RAZORPAY_CHECKOUT_URL: 'checkout.js' }, 'RAZORPAY_CHECKOUT_URL: must be'],
    [{ MAP_TILE_URL: 'https://tiles.example/{z}/{x}.png' }, 'MAP_TILE_URL: must be'],
    [{ MAP_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png' }, 'MAP_TILE_URL: must be'],
    [{ MAP_TILE_URL: 'https://t.example/{z}/{x}/{y}?k={key}' }, 'MAP_KEY: must be set'],
    [{ MAP_KEY: 'k' }, 'MAP_KEY: has no effect without MAP_TILE_URL'],
    [{ WEBHOOKS_URL: 'ftp://erp.example', WEBHOOKS_SECRET: 'hunter2' }, 'WEBHOOKS_URL: must be'],
    [{ WEBHOOKS_URL: 'https://erp.example/hook' }, 'WEBHOOKS_SECRET: must be set too'],
    [{ WEBHOOKS_SECRET: `hunter2-${'x'.repeat(16)}` }, 'WEBHOOKS_SECRET: has no effect without WEBHOOKS_URL'],
    [{ DATABASE_READ_URL: 'postgres://db2/shop' }, 'DATABASE_READ_URL: has no effect without DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgres://hunter2@a,b/shop' }, 'DATABASE_READ_URL: must be the postgres:// URL of one'],
    [{ PURGE_URL: 'varnish:6081' }, 'PURGE_URL: must be an http:// or https:// URL'],
    [{ PURGE_TOKEN: 'hunter2-hunter2' }, 'PURGE_TOKEN: has no effect without PURGE_URL'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'hunter2:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT: must be an http:// or https:// URL',
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: '1' }, 'OTEL_TRACES_SAMPLER_ARG: has no effect without OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG: must be a share from 0 to 1'],
    ...['hunter2', 'x-key=', '=hunter2', 'x-key=%hunter2', 'x key=hunter2', 'x-key=%0Ahunter2'].map(
      (headers): [Record<string, string>, string] => [
        { OTEL_EXPORTER_OTLP_HEADERS: headers },
        'OTEL_EXPORTER_OTLP_HEADERS: must be name=value pairs',
      ],
    ),
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be off, or the number of proxies'],
    [{ HOLD_MINUTES: '0' }, 'HOLD_MINUTES: must be a number of minutes'],
    [{ HOLD_MINUTES: 'twenty' }, 'HOLD_MINUTES: must be'],
    [{ CODE_MINUTES: '-1' }, 'CODE_MINUTES: must be'],
    [{ METRICS_TOKEN: 'a b' }, 'METRICS_TOKEN: must be'],
    [{ METRICS_TOKEN: 'hunter2' }, 'METRICS_TOKEN: must be a token of at least 8 characters without spaces.'],
    [{ ...keys, RAZORPAY_KEY_SECRET: 'x' }, 'RAZORPAY_KEY_SECRET: must be a secret of at least 6 characters'],
    [{ ...keys, RAZORPAY_WEBHOOK_SECRET: 'x' }, 'RAZORPAY_WEBHOOK_SECRET: must be a secret of at least 6'],
    [{ ...keys, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'x' }, 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS: must be a secret'],
    ...['', 'whsec_', 'hunter2', 'whsec_hunter2', `whsec_${'hunter2!'.repeat(8)}`, `whsec_${'A'.repeat(31)}`].map(
      (secret): [Record<string, string>, string] => [
        { WEBHOOKS_URL: 'https://erp.example', WEBHOOKS_SECRET: secret },
        secret ? 'WEBHOOKS_SECRET: must be whsec_ and the base64 of at least 24 bytes' : 'WEBHOOKS_SECRET: must be set',
      ],
    ),
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of fatal, error'],
    [{ DEMO_FULFILMENT: 'yes' }, 'DEMO_FULFILMENT: must be on or off'],
    [{ ALLOW_SANDBOX: 'maybe' }, 'ALLOW_SANDBOX: must be yes or no'],
  ])('stops at %j with one line that names the setting', { tags: 'C2.14' }, (env, line) => {
    const message = lineFor(env)
    expect(message).toContain(line)
    expect(message).not.toContain('\n')
    expect(message).not.toContain('hunter2')
  })

  test('reads where traces and metrics go', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc%3D, x-scope = shop',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(readConfig(env, { root }).telemetry).toEqual({
      endpoint: 'https://collector.example/otlp',
      headers: { authorization: 'Basic abc=', 'x-scope': 'shop' },
      share: 0.25,
    })
  })

  test('rejects a DATA_DIR that is a file', () => {
    writeFileSync(join(root, 'file'), '')
    expect(lineFor({ DATA_DIR: 'file' })).toContain('DATA_DIR: must be a folder')
  })

  test('prefers the environment to the .env file, except for an empty setting', () => {
    const folder = mkdtempSync(join(root, 'env-'))
    writeFileSync(join(folder, '.env'), 'PORT=4001\nHOST="0.0.0.0" # all\nLOG_LEVEL=debug\n')
    const config = readConfig({ PORT: '4002', LOG_LEVEL: '' }, { root: folder })
    expect([config.port, config.host, config.logLevel, config.publicUrl]).toEqual([
      4002,
      '0.0.0.0',
      'debug',
      'http://localhost:4002',
    ])
  })

  test('reads another file where SHOP_ENV_FILE names one, and none where it is empty', () => {
    const folder = mkdtempSync(join(root, 'env-'))
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=postgres://owner:live@db.test/live\n')
    writeFileSync(join(folder, 'other.env'), 'PORT=4001\n')
    const read = (file: string) => readConfig({ SHOP_ENV_FILE: file }, { root: folder })
    expect(read('other.env')).toMatchObject({ port: 4001, database: { kind: 'embedded' } })
    expect(read('')).toMatchObject({ port: 3000, database: { kind: 'embedded' } })
    expect(lineFor({ SHOP_ENV_FILE: 'nowhere.env' })).toMatch(/^SHOP_ENV_FILE: cannot be read \(ENOENT/)
  })

  test('tests and benchmarks do not see the settings of this machine', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://owner:live@db.test/live')
    expect(cleanEnvironment()).toMatchObject({ SHOP_ENV_FILE: '', PATH: process.env.PATH })
    expect(cleanEnvironment()).not.toHaveProperty('DATABASE_URL')
    vi.unstubAllEnvs()
  })

  test('accepts a complete set of provider keys, with URLs of its own', { tags: ['C2.6', 'C2.7'] }, () => {
    const env = {
      ...keys,
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old-hook',
      RAZORPAY_API_URL: 'http://127.0.0.1:4000/',
      RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:4000/c.js',
    }
    expect(readConfig(env, { root }).payments).toEqual({
      kind: 'razorpay',
      keyId: 'rzp_test_1',
      keySecret: 'secret',
      webhookSecret: 'webhook',
      previousWebhookSecret: 'old-hook',
      apiUrl: 'http://127.0.0.1:4000',
      checkoutUrl: 'http://127.0.0.1:4000/c.js',
    })
  })

  test('accepts a bucket for the pictures, and keys that are for backups only', () => {
    const keys = { S3_ACCESS_KEY_ID: 'AK', S3_SECRET_ACCESS_KEY: 'hunter22' }
    const s3 = { accessKeyId: 'AK', secretAccessKey: 'hunter22' }
    const url = 's3://shop/pictures?endpoint=http%3A%2F%2F127.0.0.1%3A9000'
    expect(readConfig({ ...keys, PICTURES_URL: url }, { root })).toMatchObject({ pictures: { kind: 's3', url }, s3 })
    expect(readConfig(keys, { root })).toMatchObject({ pictures: { kind: 'folder' }, s3 })
  })

  test('in production a public shop without keys or a mail server starts without sandbox and mailbox', () => {
    const read = (env: Record<string, string>) => {
      const { payments, mail, missing } = readConfig({ NODE_ENV: 'production', ...env }, { root })
      return [payments.kind, mail.kind, ...missing]
    }
    const url = { PUBLIC_URL: 'https://shop.example' }
    expect(read(url)).toEqual(['none', 'none', 'payments', 'mail'])
    expect(read({ ...url, DEMO: 'on' })).toEqual(['none', 'none', 'payments', 'mail'])
    expect(read({ ...url, ...keys })).toEqual(['razorpay', 'none', 'mail'])
    expect(read({ ...url, SMTP_URL: 'smtp://mail.example' })).toEqual(['none', 'smtp', 'payments'])
    expect(read({ ...url, ...keys, SMTP_URL: 'smtp://mail.example' })).toEqual(['razorpay', 'smtp'])
    expect(read({ ...url, ALLOW_SANDBOX: 'yes' })).toEqual(['sandbox', 'mailbox'])
    expect(read({})).toEqual(['sandbox', 'mailbox'])
  })

  test.each([
    { NODE_ENV: 'production', HOST: '0.0.0.0' },
    { NODE_ENV: 'production', HOST: '::', DATABASE_URL: 'postgres://u@db.test/shop' },
    { NODE_ENV: 'production', HOST: '10.0.0.5', TRUST_PROXY: '1' },
    { NODE_ENV: 'Production', PUBLIC_URL: 'https://shop.example' },
    { NODE_ENV: 'prod', HOST: '0.0.0.0' },
  ])('others can reach a shop with %j, so it has no sandbox', (env) => {
    expect(readConfig(env, { root })).toMatchObject({ payments: { kind: 'none' }, missing: ['payments', 'mail'] })
    expect(readConfig({ ...env, ALLOW_SANDBOX: 'yes' }, { root }).payments.kind).toBe('sandbox')
  })

  const DEVELOPMENT = [
    {},
    { NODE_ENV: 'development' },
    { NODE_ENV: 'test' },
    { SHOP_NODE_ENV: '', NODE_ENV: 'production' },
  ]

  test.each(DEVELOPMENT)('accepts the sandbox on the local network with %j', (env) => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'shop.local'])
      expect(lineFor({ ...env, HOST })).toBe('accepted')
    const hosts = ['10.1.2.3', '172.16.0.1', '192.168.1.5', '[fd00::1]', '169.254.1.1', 'mac.local', 'shop.test', 'mac']
    for (const host of [...hosts, 'a.localhost', 'shop.internal', 'shop.home.arpa'])
      expect(lineFor({ ...env, PUBLIC_URL: `http://${host}:3000` }), host).toBe('accepted')
    expect(lineFor({ ...env, PUBLIC_URL: 'https://localhost:3000' })).toBe('accepted')
  })

  test.each(DEVELOPMENT)('rejects the sandbox at a public name or address, and behind https, with %j too', (env) => {
    const urls = [
      'https://shop.example',
      'http://shop.example',
      'http://shop.in',
      'http://203.0.113.9',
      'http://172.32.0.1',
    ]
    for (const PUBLIC_URL of [...urls, 'http://[2001:db8::1]', 'https://192.168.1.5', 'http://100.64.0.1']) {
      expect(lineFor({ ...env, PUBLIC_URL })).toMatch(/^RAZORPAY_KEY_ID: must be set, .* where PUBLIC_URL is http/)
      expect(lineFor({ ...env, ...keys, PUBLIC_URL })).toMatch(/^SMTP_URL: must be set, .* where PUBLIC_URL is http/)
      expect(lineFor({ ...env, PUBLIC_URL, ALLOW_SANDBOX: 'yes' })).toBe('accepted')
      expect(lineFor({ ...env, ...keys, PUBLIC_URL, SMTP_URL: 'smtp://mail.example' })).toBe('accepted')
    }
    for (const HOST of ['203.0.113.9', 'shop.example'])
      expect(lineFor({ ...env, HOST })).toContain(`where HOST is ${HOST}`)
  })

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('treats HOST=%s as loopback', (HOST) => {
    expect(lineFor({ NODE_ENV: 'production', HOST })).toBe('accepted')
  })
})

test.each([
  ['http://localhost:3000', true],
  ['http://shop.localhost', true],
  ['http://127.8.9.1', true],
  ['http://[::1]:3000', true],
  ['http://127.0.0.1.example', false],
  ['http://10.0.0.1', false],
])('isLoopback(%s) is %s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected)
})

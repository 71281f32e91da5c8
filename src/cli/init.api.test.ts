import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.server.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { cleanEnvironment, freePort } from '../../tests/support/processes.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'
import { openPrompt } from './prompt.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
let sandbox: Sandbox
let database: TestDatabase
const folders: string[] = []

beforeEach(async () => {
  database = await testDatabase()
})
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'init-'))
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: await freePort(),
    publicHostname: '127.0.0.1',
    webhookUrl: 'http://127.0.0.1:1/none',
    dataDir: join(folder, 'sandbox'),
  })
})
afterEach(async () => {
  await database.drop()
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
})

const CSV = `Handle,Title,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Status
blue-kurta,Blue Kurta,Kurtas,"men, fabric:Cotton",TRUE,Size,M,BK-M,5,1299.00,active
`

const IDENTITY = {
  'shop.name': 'Blue Door',
  'shop.legalName': 'Blue Door Clothing LLP',
  'shop.gstin': '27AAPFU0939F1ZV',
  'shop.address': '12 Hill Road, Bandra West, Pune 411001, Maharashtra',
  'shop.email': 'hi@bluedoor.example',
  'shop.phone': '+91 98765 43210',
}

/** A new production shop in its own folder, with the sandbox as its provider, by default on the embedded database. */
function newShop(database?: TestDatabase) {
  const data = mkdtempSync(join(tmpdir(), 'init-shop-'))
  folders.push(data)
  const envFile = join(data, 'shop.env')
  writeFileSync(envFile, '# mine\nLOG_LEVEL=warn\n')
  const env = {
    ...cleanEnvironment(),
    DATA_DIR: join(data, 'data'),
    ...(database ? { DATABASE_URL: databaseUrl(database.connection) } : {}),
    INIT_CWD: data,
    NODE_ENV: 'production',
    SHOP_ENV_FILE: envFile,
  }
  const provider = { RAZORPAY_API_URL: sandbox.origin, RAZORPAY_CHECKOUT_URL: `${sandbox.origin}/v1/checkout.js` }
  const shop = (args: readonly string[], more: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string; errors: string }>((resolve) => {
      const options = { cwd: root, env: { ...env, ...more } }
      const child = execFile(process.execPath, ['src/cli/main.ts', ...args], options, (_, out, errors) =>
        resolve({ code: child.exitCode ?? -1, out, errors }),
      )
      child.stdin?.end()
    })
  const settings = async () => JSON.parse((await shop(['settings', 'export'])).out)
  return { data, env, envFile, provider, shop, settings }
}

test('sets a production shop up from a file, with its products and checked payment keys', async () => {
  const { data, envFile, provider, shop, settings } = newShop(database)
  const { keyId, keySecret } = sandbox.keys
  writeFileSync(join(data, 'catalogue.csv'), CSV)
  const answers = {
    ...IDENTITY,
    'order.delivery': 60,
    'order.taxPercent': 12,
    'privacy.courier': 'Blue Dart',
    products: 'catalogue.csv',
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: 'webhook',
  }
  const file = join(data, 'answers.json')
  writeFileSync(file, JSON.stringify({ ...answers, RAZORPAY_KEY_SECRET: 'another' }))
  const refused = await shop(['init', '--from', 'answers.json', '--write-env'], provider)
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('the provider refuses these keys.') })
  expect(readFileSync(envFile, 'utf8')).not.toContain('RAZORPAY')

  writeFileSync(file, JSON.stringify(answers))
  const done = await shop(['init', '--from', 'answers.json', '--write-env', '--json'], provider)
  expect(done).toMatchObject({ code: 0, errors: expect.stringContaining('1 new') })
  expect(readFileSync(envFile, 'utf8')).toBe(
    `# mine\nLOG_LEVEL=warn\nRAZORPAY_KEY_ID=${keyId}\nRAZORPAY_KEY_SECRET=${keySecret}\nRAZORPAY_WEBHOOK_SECRET=webhook\n`,
  )
  expect(statSync(envFile).mode & 0o777).toBe(0o600)
  const findings: { about: string; message: string }[] = JSON.parse(done.out)
  const about = (what: string) => findings.find((one) => one.about === what)?.message
  expect(about('shop')).toMatch(/^before opening: the privacy page lacks /)
  expect(about('shop')).not.toMatch(/shop\.|grievance\.|nothing is on sale/)
  expect(about('shop')).not.toContain('privacy.courier')
  expect(about('payment')).toBe('the provider accepts the keys (test).')
  expect(await settings()).toMatchObject({
    ...IDENTITY,
    'shop.city': 'Pune',
    'shop.state': 'Maharashtra',
    'order.taxPercent': 12,
    'tax.pricesInclude': true,
    'shop.open': false,
    'shop.tagline': '',
    'shop.motto': '',
    'grievance.name': 'Blue Door Clothing LLP',
    'privacy.courier': 'Blue Dart',
    announcement: '7-day easy exchange · Flat ₹60 delivery',
  })
  expect((await shop(['products', 'list', '--json'])).out).toContain('"blue-kurta"')
  expect((await shop(['settings', 'set', 'shop.open', 'yes', '--json'])).out).toContain('"shop.open": true')
})

test('without a terminal it asks nothing, stores what it gets, and names what’s missing', async () => {
  const { shop, settings } = newShop(database)
  const first = await shop(['init', '--name', 'Blue Door', '--gstin', '123'])
  expect(first).toMatchObject({ code: 1, errors: expect.stringContaining('shop.gstin must be a GSTIN') })
  const elsewhere = ['--gstin', '29AAPFU0939F1ZR', '--address', '12 Hill Road, Pune 411001']
  expect(await shop(['init', ...elsewhere])).toMatchObject({
    code: 1,
    errors: 'The PIN of shop.address is in Maharashtra, but shop.gstin begins with 29, which is Karnataka.\n',
  })
  const second = await shop(['init', '--name', 'Blue Door', '--gstin', 'none'])
  expect(second.code).toBe(2)
  expect(second.errors).toContain('shop.address (--address)')
  expect(second.errors).not.toContain('shop.name')
  expect(await settings()).toMatchObject({ 'shop.name': 'Blue Door', 'order.taxPercent': 0 })
  const third = await shop(['init', '--yes'])
  expect(third).toMatchObject({
    code: 0,
    out: expect.stringContaining('details are missing or still the demonstration’s'),
  })
  expect(await settings()).toMatchObject({
    'shop.name': 'Blue Door',
    'shop.legalName': 'Blue Door',
    'shop.open': false,
  })
})

test.skipIf(spawnSync('script', ['--version']).error)(
  'killed between two questions on a terminal, it resumes with the rest',
  async () => {
    const { env, settings } = newShop()
    const onTerminal = () => {
      const command = `${process.execPath} src/cli/main.ts init`
      const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: root, env, detached: true })
      let printed = ''
      child.stdout.on('data', (data) => {
        printed += data
      })
      const sees = (text: string) => expect.poll(() => printed).toContain(text)
      return { child, sees, printed: () => printed }
    }
    const first = onTerminal()
    await first.sees('1 of 10')
    first.child.stdin.write('Blue Door\r')
    await first.sees('2 of 10')
    process.kill(-(first.child.pid ?? 0), 'SIGKILL')
    const second = onTerminal()
    await second.sees('2 of 10')
    expect(second.printed()).not.toContain('1 of 10')
    second.child.stdin.write('\u0003')
    await second.sees('Your answers are stored')
    expect(await settings()).toMatchObject({ 'shop.name': 'Blue Door' })
  },
  120_000,
)

test('a question is repeated after invalid input; a secret isn’t shown', async () => {
  const input = new PassThrough()
  let shown = ''
  const output = new Writable({
    write(chunk, _, done) {
      shown += chunk
      done()
    },
  })
  const prompt = openPrompt(input, output)
  const given: string[] = []
  const validate = async (answer: string) => {
    given.push(answer)
    return answer === 'good' ? null : 'It must be good.'
  }
  const asked = prompt.ask('Secret', validate, { hidden: true })
  input.write('bad\n')
  await expect.poll(() => shown).toContain('It must be good.')
  input.write('good\n')
  await asked
  prompt.close()
  expect(given).toEqual(['bad', 'good'])
  expect(shown).not.toMatch(/\bbad\b|\bgood\n/)
})

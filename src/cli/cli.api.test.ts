import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/db/database.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { type CommandLine, type CommandResult, openCommandLine } from '../../tests/support/command-line.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'cli-'))
const empty = join(folder, 'empty.jsonl')
let database: TestDatabase
let commandLine: CommandLine

beforeAll(async () => {
  database = await testDatabase()
  commandLine = openCommandLine(environment())
  writeFileSync(empty, '\n')
})
afterAll(async () => {
  await commandLine.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

function environment(settings: Record<string, string> = {}) {
  const DATABASE_URL = databaseUrl(database.connection)
  return { ...cleanEnvironment(), DATABASE_URL, DATA_DIR: folder, INIT_CWD: folder, ...settings }
}

/** Runs an operator's command on the test's database, in a separate process if it needs other settings. */
function command(args: readonly string[], settings?: Record<string, string>): Promise<CommandResult> {
  return settings ? startCommand(args, settings) : commandLine.run(args)
}

function startCommand(args: readonly string[], settings: Record<string, string> = {}): Promise<CommandResult> {
  const options = { cwd: root, env: environment(settings) }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['src/cli/main.ts', ...args], options, (_, out, errors) =>
      resolve({ code: child.exitCode ?? -1, out, errors }),
    )
  })
}

describe('a wrong argument ends a command with one sentence', () => {
  test.each([
    [2, ['orders', 'list', '--limit', 'abc'], '"abc" isn’t a whole number of at least 0.'],
    [2, ['orders', 'list', '--limit', '-1'], '"-1" isn’t a whole number of at least 0.'],
    [2, ['stock', 'set', 'BS-M', '1.5'], '"1.5" isn’t a whole number of at least 0.'],
    [2, ['stock', 'set', 'BS-M', '-1'], '"-1" isn’t a whole number of at least 0.'],
    [2, ['settings', 'get', 'shop.nmae'], 'Unknown setting shop.nmae. Did you mean shop.name?'],
    [
      2,
      ['sessions', 'end', '--all'],
      'Every customer will have to log in again. Add --yes: there is no terminal to ask on.',
    ],
    [2, ['exchanges', 'ship', 'e1', '--tracking', '77'], 'A parcel needs both --carrier and --tracking.'],
    [2, ['exchanges', 'ship', 'e1', '--url', 'https://x.test/77'], '--url needs --carrier and --tracking.'],
    [1, ['stock', 'set', 'BS-M', '1'], 'There is no SKU BS-M.'],
    [1, ['stock', 'history', 'BS-M'], 'There is no SKU BS-M.'],
    [2, ['stock', 'add', 'BS-M', 'many', '--reason', 'x'], '"many" isn’t a whole number such as +5 or -5.'],
    [1, ['stock', 'set', '\u200eBS-M\u00a0', '1'], 'There is no SKU BS-M.'],
    [1, ['catalog', 'import', '.'], `${folder} is a folder; give a file.`],
    [1, ['stores', 'import', '.'], `${folder} is a folder; give a file.`],
    [1, ['stores', 'import', 'nowhere.jsonl'], `File not found: ${folder}/nowhere.jsonl`],
  ])('with exit code %i: %j', async (code, args, sentence) => {
    const [asText, asJson] = await Promise.all([command(args), command([...args, '--json'])])
    expect(asText).toEqual({ code, out: '', errors: `${sentence}\n` })
    const kind = code === 2 ? 'usage' : 'error'
    expect({ ...asJson, errors: JSON.parse(asJson.errors) }).toEqual({
      code,
      out: '',
      errors: { error: { kind, message: sentence } },
    })
  })

  test('an unknown option, as text and as JSON', async () => {
    const wrong = ['orders', 'list', '--nope']
    const [asText, { code, errors }] = await Promise.all([startCommand(wrong), startCommand([...wrong, '--json'])])
    expect(asText).toMatchObject({ code: 2, errors: expect.stringContaining("unknown option '--nope'") })
    expect({ code, error: JSON.parse(errors) }).toMatchObject({ code: 2, error: { error: { kind: 'usage' } } })
  })

  test('an unreachable database', async () => {
    const { code, errors } = await command(['orders', 'list'], { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' })
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'DATABASE_URL: the database at 127.0.0.1:1 cannot be used, nothing listens there.\n',
    })
  })
})

test('an empty file of stores is rejected', async () => {
  expect(await command(['stores', 'import', 'empty.jsonl'])).toEqual({
    code: 1,
    out: 'There are no stores in this file.\nNothing was imported.\n',
    errors: '',
  })
})

describe('doctor', () => {
  const runDoctor = async (settings?: Record<string, string>) => {
    const { code, out } = await command(['doctor', '--json'], settings)
    // Safe cast: `--json` prints the findings.
    const findings = JSON.parse(out) as { about: string; ok: boolean; message: string }[]
    return { code, findings: Object.fromEntries(findings.map((one) => [one.about, one])) }
  }

  test('finds nothing wrong with a healthy shop', { tags: ['C4.1', 'C4.2'] }, async () => {
    const { code, findings } = await runDoctor()
    expect(code).toBe(0)
    expect(Object.values(findings).map(({ about, ok }) => [about, ok])).toEqual([
      ['settings', true],
      ['database', true],
      ['disk', true],
      ['backups', true],
      ['mail', true],
      ['payment', true],
      ['payment provider', true],
    ])
    expect(findings.database?.message).toBe(
      'the database of DATABASE_URL responds and its tables are up to date; 0 products.',
    )
  })

  test('says of the replica what keeps the shop from reading there', async () => {
    const replicaOf = async (url: string) => (await runDoctor({ DATABASE_READ_URL: url })).findings.replica
    expect(await replicaOf(databaseUrl(database.connection))).toMatchObject({
      ok: false,
      message: 'DATABASE_READ_URL: it is no replica of this database; until then the shop reads from DATABASE_URL.',
    })
    expect(await replicaOf('postgres://u:hunter2@127.0.0.1:1/x')).toMatchObject({
      ok: false,
      message: 'DATABASE_READ_URL: it doesn’t respond; until then the shop reads from DATABASE_URL.',
    })
  })

  test('says what waits for a carrier, and what to do, also without keys', async () => {
    const { db, close } = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
    const add = async (id: string, state: string, since: string) => {
      await sql`insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
          prices_include_tax, address, payment_method, expires_at, exchange_days)
        values (${id}, 'pia', 'expired', '', 0, 0, 0, 0, false, '{}', 'upi', now(), 7)`.execute(db)
      await sql`insert into bookings (id, order_id, parcel, carrier, reference, pieces, collect_paise, created_by,
          address_hash, state, attempts, created_at, settled_at)
        values (${id}, ${id}, 0, 'delhivery', ${id}, '{}', 0, 'Pia', '', ${state}, 9, now() - interval '3 hours',
          now() - ${since}::interval)`.execute(db)
    }
    await sql`insert into customers (id, name, email) values ('pia', 'Pia', 'pia@shop.test')`.execute(db)
    try {
      await add('waits', 'booking', '2 hours')
      await add('just', 'cancelling', '10 minutes')
      expect((await runDoctor()).findings.bookings).toEqual({
        about: 'bookings',
        ok: false,
        message:
          '1 booking has waited for the carrier for more than an hour: `orders bookings --state booking` says what for. What can’t wait is cancelled by `orders cancel-booking ID`, and then booked otherwise.',
      })
      await add('ending', 'cancelling', '2 hours')
      await add('ending-too', 'cancelling', '2 hours')
      expect((await runDoctor()).findings.bookings?.message).toMatch(
        /^1 booking has .* 2 cancellations have waited for the carrier for more than an hour: `orders bookings --state cancelling` says what for\./,
      )
    } finally {
      await sql`delete from orders where customer_id = 'pia'`.execute(db)
      await sql`delete from customers where id = 'pia'`.execute(db)
      await close()
    }
  })

  test('names what a real shop lacks before it opens', async () => {
    const { code, findings } = await runDoctor({ NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(findings.shop?.message).toMatch(
      /^before opening: the privacy page lacks .*privacy\.courier.*; details are missing .*shop\.name.*; nothing is on sale\.$/,
    )
  })

  test('reports missing migrations without running them', async () => {
    const { db, close } = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
    const newest = await sql<{ name: string; timestamp: string }>`delete from kysely_migration
      where name = (select max(name) from kysely_migration) returning name, timestamp`.execute(db)
    const { name = '', timestamp } = newest.rows[0] ?? {}
    for (const _ of [1, 2]) {
      const { code, findings } = await runDoctor()
      expect({ code, database: findings.database }).toEqual({
        code: 1,
        database: {
          about: 'database',
          ok: false,
          message: `migrations are missing, which the next start of the shop applies: ${name}.`,
        },
      })
    }
    const { findings } = await runDoctor({ NODE_ENV: 'production' })
    expect(findings.shop?.message).toMatch(/^it can be checked once the database is up to date/)
    await sql`insert into kysely_migration values (${name}, ${timestamp})`.execute(db)
    await close()
  })

  test.each(['', 'production'])('doesn’t create a missing database (NODE_ENV=%s)', async (NODE_ENV) => {
    const data = join(folder, 'nothing-yet')
    const { code, findings } = await runDoctor({ DATABASE_URL: '', DATA_DIR: data, NODE_ENV })
    expect(code).toBe(NODE_ENV === '' ? 0 : 1)
    if (NODE_ENV !== '') expect(findings.shop?.message).toMatch(/^it can be checked once the database is up to date/)
    expect(findings.database?.message).toBe('it doesn’t exist yet; the first start of the shop creates it.')
    expect(existsSync(data)).toBe(false)
  })

  test('reports an unreachable mail server or provider', { tags: 'C4.1' }, async () => {
    const { code, findings } = await runDoctor({
      SMTP_URL: 'smtp://127.0.0.1:1',
      RAZORPAY_KEY_ID: 'rzp_test_1',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'webhook',
      RAZORPAY_API_URL: 'http://127.0.0.1:1',
    })
    expect(code).toBe(1)
    expect(findings.mail).toMatchObject({ ok: false })
    expect(findings.payment).toMatchObject({ ok: false, message: expect.stringMatching(/[^.]\.$/) })
  })
})

test('data of a newer version ends every command with one sentence, also doctor and upgrade, and stays as it is', async () => {
  const { db, close } = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
  await sql`insert into kysely_migration values ('9999_future', '2030')`.execute(db)
  const sentence =
    'DATABASE_URL: the database has 9999_future, which this version of the shop doesn’t know; start a newer version of the shop.'
  try {
    for (const args of [['today'], ['orders', 'list'], ['ledger', 'check'], ['backup', '--to', 'b.tar'], ['upgrade']])
      expect(await command(args)).toEqual({ code: 1, out: '', errors: `${sentence}\n` })
    expect(await command(['doctor'])).toMatchObject({ code: 1, out: expect.stringContaining(sentence) })
    expect(existsSync(join(folder, 'backups'))).toBe(false)
  } finally {
    await sql`delete from kysely_migration where name = '9999_future'`.execute(db)
    await close()
  }
})

test('upgrade says if there is nothing to do', async () => {
  expect(await command(['upgrade'])).toEqual({ code: 0, out: 'Everything is of this version already.\n', errors: '' })
})

test('without WEBHOOKS_URL no event is listed as waiting to be sent', async () => {
  const { db, close } = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
  await sql`insert into shop_events (type, subject, data) values ('stock.low', 'sku:BS-M', '{}')`.execute(db)
  await close()
  const { out, errors } = await command(['webhooks', 'list'])
  expect(out).toMatch(/stock\.low .*not sent/)
  expect(errors).toBe('WEBHOOKS_URL isn’t set, so events aren’t sent.\n')
})

test('pictures of the same name in two folders are stored as two pictures', {
  tags: ['C2.3', 'C4.1', 'C4.5'],
}, async () => {
  const importSeason = async (season: string, background: string) => {
    mkdirSync(join(folder, season))
    const front = { create: { width: 40, height: 50, channels: 3 as const, background } }
    await sharp(front)
      .jpeg()
      .toFile(join(folder, season, 'front.jpg'))
    const variants = [{ sku: season, color: 'Black', size: 'M', quantity: 1 }]
    const pictures = [{ file: 'front.jpg' }]
    const product = { _id: season, name: season, price: 900, categories: 'Man', variants, pictures }
    writeFileSync(join(folder, season, 'products.jsonl'), JSON.stringify(product))
    return command(['catalog', 'import', `${season}/products.jsonl`, '--json'])
  }
  expect((await importSeason('spring', '#00ff00')).code).toBe(0)
  expect((await importSeason('autumn', '#ff0000')).code).toBe(0)
  const stored = await readdir(join(folder, 'pictures'))
  const originals = stored.filter((name) => name.endsWith('.webp'))
  expect(originals).toHaveLength(2)
  const { out } = await command(['catalog', 'export'])
  const files = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).pictures[0].file)
  expect(files.sort()).toEqual(originals.sort())
})

test('products without an HSN code of their own are counted by `doctor`, and counted and listed by `products list`', async () => {
  const line = (_id: string, hsn?: string) => {
    const variants = [{ sku: `${_id}-1`, color: 'Black', size: 'M', quantity: 1 }]
    return JSON.stringify({ _id, name: _id, price: 900, categories: 'Man', variants, hsn })
  }
  writeFileSync(join(folder, 'codes.jsonl'), [line('plain-cap'), line('wool-socks', '6115')].join('\n'))
  expect(await command(['catalog', 'import', 'codes.jsonl'])).toMatchObject({ code: 0 })
  const listed = await command(['products', 'list', '--without-hsn'])
  expect(listed.out).toMatch(/^plain-cap .* - +plain-cap$/m)
  expect(listed.out).not.toContain('wool-socks')
  const without = listed.out.trim().split('\n').length - 1
  const all = await command(['products', 'list'])
  expect(all.out).toMatch(/^wool-socks .* 6115 +wool-socks$/m)
  expect(all.errors).toMatch(
    new RegExp(`^Without an HSN code of their own: ${without} of \\d+\\. Their invoices show 6109 `),
  )
  const { out } = await command(['doctor'])
  expect(out).toContain(`${without} without an HSN code of their own (\`products list --without-hsn\`)`)
})

test('a file that can’t be written is refused with the reason', async () => {
  const refused = (name: string, why: string) => ({
    code: 1,
    out: '',
    errors: `${join(folder, name)} can’t be written: ${why}\n`,
  })
  expect(await command(['stores', 'export', '--out', '.'])).toEqual(refused('', 'it’s a folder.'))
  expect(await command(['stores', 'export', '--out', 'no/a.jsonl'])).toEqual(
    refused('no/a.jsonl', 'its folder doesn’t exist.'),
  )
})

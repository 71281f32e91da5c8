import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

const SHIRT = {
  name: 'Linen Shirt',
  price: 999,
  categories: 'Man',
  variants: [{ sku: 'LS-M', color: 'Black', size: 'M', quantity: 1 }],
}

describe.each(['America/New_York', 'Asia/Kolkata'])('on a machine in %s', (TZ) => {
  const folder = mkdtempSync(join(tmpdir(), 'time-'))
  let database: TestDatabase
  let shop: CommandLine

  beforeAll(async () => {
    database = await testDatabase()
    const DATABASE_URL = databaseUrl(database.connection)
    shop = openCommandLine({ ...cleanEnvironment(), DATABASE_URL, DATA_DIR: folder, INIT_CWD: folder, TZ })
    const lines = [
      { ...SHIRT, _id: 'linen-shirt', createdAt: '2026-11-14' },
      {
        ...SHIRT,
        _id: 'kurta',
        variants: [{ ...SHIRT.variants[0], sku: 'KU-M' }],
        createdAt: '2026-11-14 00:30',
        scheduled: [{ at: '2126-12-24', price: 799, mrp: 999 }],
      },
      { ...SHIRT, _id: 'tote', variants: [{ ...SHIRT.variants[0], sku: 'TT-M' }] },
    ]
    writeFileSync(join(folder, 'products.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(await shop.run(['catalog', 'import', 'products.jsonl'])).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await shop.stop()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  const set = (...args: string[]) => shop.run(['products', ...args])
  const scheduled = async (id: string) => {
    const { out } = await set('show', id, '--json')
    // Safe cast: `--json` prints the product.
    return (JSON.parse(out) as { scheduled: { at: string }[] }).scheduled.map(({ at }) => at)
  }

  test('a sale runs from the first moment of its first day to the last of its last day, in India', async () => {
    const { out } = await set('set', 'linen-shirt', 'price=799', '--from', '2126-12-24', '--to', '2126-12-31')
    expect(out).toContain('24 Dec 2126, 00:00: price Rs. 799.00')
    expect(out).toContain('1 Jan 2127, 00:00: price Rs. 999.00')
    expect(await scheduled('linen-shirt')).toEqual(['2126-12-23T18:30:00.000Z', '2126-12-31T18:30:00.000Z'])
    // So does one of a single day.
    await set('unschedule', 'linen-shirt')
    await set('set', 'linen-shirt', 'price=799', '--from', '2126-12-24', '--to', '2126-12-24')
    expect(await scheduled('linen-shirt')).toEqual(['2126-12-23T18:30:00.000Z', '2126-12-24T18:30:00.000Z'])
  })

  test('a time is India’s unless it has a zone; today begins now', async () => {
    for (const [at, moment] of [
      ['2126-12-01T10:00', '2126-12-01T04:30:00.000Z'],
      ['2126-12-02 10:00', '2126-12-02T04:30:00.000Z'],
      ['2126-12-03T10:00Z', '2126-12-03T10:00:00.000Z'],
    ] as const) {
      await set('hide', 'tote', '--at', at)
      expect((await scheduled('tote')).at(-1)).toBe(moment)
    }
    const audit = await shop.run(['audit', 'list', '--subject', 'product:tote', '--limit', '1'])
    expect(audit.out).toContain('3 Dec 2126, 15:30')
    expect((await set('archive', 'tote', '--at', indianDay(new Date()))).out).toContain('tote  archived')
    const { out } = await set('set', 'kurta', 'badge=New')
    expect(out).toContain('24 Dec 2126, 00:00: price Rs. 799.00')
  })

  test('files are read alike, and written with their zone', async () => {
    const { out } = await shop.run(['catalog', 'export'])
    const times = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).createdAt)
    expect(times.slice(0, 2)).toEqual(['2026-11-13T19:00:00.000Z', '2026-11-13T18:30:00.000Z'])
    expect(await scheduled('kurta')).toEqual(['2126-12-23T18:30:00.000Z'])
    writeFileSync(join(folder, 'wrong.jsonl'), JSON.stringify({ ...SHIRT, _id: 'sari', createdAt: '2026-02-30' }))
    const wrong = await shop.run(['catalog', 'import', 'wrong.jsonl'])
    expect(wrong.out).toContain('createdAt must be a date such as 2026-11-14')
  })

  test.each(['24/12/2126', '2126-02-30', 'tomorrow', '2126-12-24T25:00'])(
    '“%s” is refused with an example',
    async (at) => {
      const commands = [
        ['products', 'publish', 'tote', '--at', at],
        ['products', 'set', 'tote', 'price=5', '--to', at],
        ['orders', 'export', '--from', at],
        ['orders', 'advance', 'FS-10001', '--at', at],
        ['orders', 'ship', 'FS-10001', '--carrier', 'DTDC', '--tracking', 'D12345678', '--at', at],
        ['exchanges', 'advance', 'E', '--at', at],
      ]
      for (const args of commands) {
        const { code, errors } = await shop.run(args)
        expect({ code, errors }).toEqual({
          code: 2,
          errors: expect.stringContaining(`"${at}" isn’t a day such as 2026-11-21`),
        })
      }
    },
  )

  test('an end before the beginning is refused; a single day is a period', async () => {
    const wrong = ['--from', '2126-11-30', '--to', '2126-11-29']
    const sentence = 'The end must be after the start.\n'
    expect(await shop.run(['orders', 'export', ...wrong])).toMatchObject({ code: 2, errors: sentence })
    expect((await set('set', 'tote', 'price=998', ...wrong)).errors).toBe(sentence)
    expect(await shop.run(['orders', 'export', '--from', '2126-11-30', '--to', '2126-11-30'])).toMatchObject({
      code: 0,
    })
  })

  test('what is over is refused, by the clock of India', async () => {
    const past = await set('publish', 'tote', '--at', '2020-01-01T10:00')
    expect(past).toMatchObject({ code: 1, errors: '1 Jan 2020, 10:00 (in India) is in the past; give a later time.\n' })
  })
})

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'cli-import-'))
let database: TestDatabase
let commandLine: CommandLine

beforeAll(async () => {
  database = await testDatabase()
  const DATABASE_URL = databaseUrl(database.connection)
  commandLine = openCommandLine({ ...cleanEnvironment(), DATABASE_URL, DATA_DIR: folder, INIT_CWD: folder })
  await sharp({ create: { width: 40, height: 50, channels: 3, background: '#31356e' } }).toFile(join(folder, 'i.png'))
})
afterAll(async () => {
  await commandLine.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const CSV = `Handle,Title,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src
ajrakh-kurta,Ajrakh Kurta,women,Color,Indigo,Size,M,AK-M,5,1799,i.png
`

test('an import says what it changes and which prices fall, by its number it is taken back, with its pictures', async () => {
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const run = async (...args: string[]) => {
    const { code, out, errors } = await commandLine.run(['catalog', ...args])
    expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' })
    return out
  }
  const pictures = () => readdirSync(join(folder, 'pictures')).filter((name) => name.endsWith('.webp'))
  file('kurtas.csv', CSV)
  expect(await run('import', 'kurtas.csv')).toMatch(/^Imported 1 product: 1 new, .*\nThis is import \d+: /m)
  file(
    'wrong.csv',
    CSV.replace('Indigo', 'Blue').replace('1799', '99').replace('i.png', '') +
      CSV.split('\n')[1]?.replaceAll('AK-', 'NEW-').replace('ajrakh', 'new'),
  )
  const shown = [
    'ajrakh-kurta: price 1799 -> 99',
    expect.stringMatching(
      /^ajrakh-kurta: picture i-[0-9a-f]{16}\.webp "Indigo, front, “Ajrakh Kurta”"|"Indigo, front" -> null$/,
    ),
    'ajrakh-kurta: variant AK-M "Indigo, M" -> "Blue, M"',
    'new-kurta: new',
    'Check 1 price:',
    '  line 2 (ajrakh-kurta): the price falls from Rs. 1,799 to Rs. 99, by 94 %',
    'Nothing was written (dry run). 2 products: 1 new, 1 changed, 0 unchanged.',
  ]
  expect((await run('import', 'wrong.csv', '--dry-run', '--diff')).split('\n')).toEqual(expect.arrayContaining(shown))
  const number = /This is import (\d+): `catalog undo-import \1` takes it back\./.exec(
    await run('import', 'wrong.csv'),
  )?.[1]
  expect(await run('undo-import', number ?? '')).toBe(
    `Import ${number} was taken back: 1 product as before, 1 removed.\n`,
  )
  const [line, ...others] = (await run('export')).trim().split('\n')
  expect(others).toEqual([])
  expect(JSON.parse(line ?? '')).toMatchObject({
    _id: 'ajrakh-kurta',
    price: 1799,
    colors: ['Indigo'],
    variants: [{ sku: 'AK-M', color: 'Indigo', size: 'M', quantity: 5 }],
    pictures: [{ color: 'Indigo', swatch: expect.stringMatching(/^#3[0-2]3[4-6]6[d-f]$/) }],
  })
  expect(pictures()).toHaveLength(1)
  const { out: history } = await commandLine.run(['audit', 'list', '--subject', 'product:ajrakh-kurta'])
  expect(
    history.split('\n').filter((one) => one.length > 600),
    'a line has room for so much',
  ).toEqual([])
  expect(history).toContain('catalog.undo-import')
  const again = await commandLine.run(['catalog', 'undo-import', number ?? ''])
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('was taken back before') })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readLines } from './lines.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(text: string): Promise<string[]> {
  const path = join(folder, 'file')
  writeFileSync(path, text)
  return Array.fromAsync(readLines(path))
}

test('a line ends with LF or CR LF, and with nothing else', async () => {
  expect(await read('one\ntwo\r\n\nfour\u2028still four\u2029and still\rhere\n')).toEqual([
    'one',
    'two',
    '',
    'four\u2028still four\u2029and still\rhere',
  ])
  expect(await read('no end')).toEqual(['no end'])
  expect(await read('')).toEqual([])
})

test('lines longer than a chunk stay whole, even if the chunk ends within a character', async () => {
  const long = `${'₹'.repeat(100_001)}x`
  expect(await read(`${long}\nshort\n${long}`)).toEqual([long, 'short', long])
})

test.for(['utf-16le', 'utf-16be'] as const)('%s is read, with and without its byte order mark', async (encoding) => {
  const text = `Name,₹\r\n${'कुर्ता'.repeat(20_000)},😀\r\n`
  const bytes = Buffer.from(text, 'utf16le')
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), bytes])
  for (const form of [bytes, marked]) {
    const path = join(folder, 'utf-16')
    writeFileSync(path, encoding === 'utf-16le' ? form : Buffer.from(form).swap16())
    expect(await Array.fromAsync(readLines(path))).toEqual(['Name,₹', `${'कुर्ता'.repeat(20_000)},😀`])
  }
})

test('a file whose lines end with CR alone has lines too', async () => {
  expect(await read('where,days\r400050,3\r')).toEqual(['where,days', '400050,3'])
})

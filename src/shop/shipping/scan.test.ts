import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readScan, readTrackingScan, scannedCode } from './scan.ts'

const one = {
  id: 'one',
  orderNumber: 'FS-10482',
  lines: [
    { sku: 'TEE-BLK-M', count: 2 },
    { sku: '8901234567890', count: 1 },
  ],
}
const two = { id: 'two', orderNumber: 'FS-10483', lines: [{ sku: 'TEE-BLK-L', count: 1 }] }
const exchange = { id: 'exchange', orderNumber: 'FS-10482', lines: [{ sku: 'TEE-BLK-S', count: 1 }] }
const items = [one, two]

test('an order opens by its number with its prefix, without it, with an old one, and however it is typed', () => {
  for (const text of [
    'FS-10483',
    'fs-10483',
    ' FS-10483\r\n',
    '10483',
    '#10483',
    'OLD-10483',
    ']C1FS-10483',
    '१०४८३',
    'FS‑10483',
  ])
    expect(readScan(text, items), text).toEqual({ kind: 'order', ids: ['two'] })
  expect(readScan('10482', [...items, exchange])).toEqual({ kind: 'order', ids: ['one', 'exchange'] })
})

test('a piece of the open parcel counts until all are in; a piece of another is wrong', () => {
  const scan = (text: string, packed: Record<string, number>) => readScan(text, items, { item: one, packed })
  expect(scan('tee-blk-m', {})).toEqual({ kind: 'piece', sku: 'TEE-BLK-M' })
  expect(scan('TEE-BLK-M', { 'TEE-BLK-M': 1 })).toEqual({ kind: 'piece', sku: 'TEE-BLK-M' })
  expect(scan('TEE-BLK-M', { 'TEE-BLK-M': 2 })).toEqual({ kind: 'surplus', sku: 'TEE-BLK-M' })
  expect(scan('TEE-BLK-L', {})).toEqual({ kind: 'wrong', sku: 'TEE-BLK-L' })
  expect(scan('8901234567890', {})).toEqual({ kind: 'piece', sku: '8901234567890' })
  expect(scan('8901234567891', {})).toEqual({ kind: 'unknown', code: '8901234567891' })
  expect(scan('FS-10483', {})).toEqual({ kind: 'order', ids: ['two'] })
})

test('a SKU of digits only is a piece before it is an order’s number', () => {
  const digits = { id: 'digits', orderNumber: 'FS-10484', lines: [{ sku: '10483', count: 1 }] }
  const packed = {}
  expect(readScan('10483', [two, digits], { item: digits, packed })).toEqual({ kind: 'piece', sku: '10483' })
  expect(readScan('10483', [two, digits])).toEqual({ kind: 'order', ids: ['two'] })
})

test('an empty code never matches an empty field, and part of a code matches nothing', () => {
  const broken = {
    id: 'broken',
    orderNumber: '',
    lines: [
      { sku: '', count: 1 },
      { sku: ' ', count: 1 },
    ],
  }
  const open = { item: broken, packed: {} }
  for (const text of ['', ' ', '\u200b', '\r\n', '\u0000'])
    expect(readScan(text, [broken], open), text).toEqual({ kind: 'empty' })
  for (const text of [']C1', '-', 'TEE', 'TEE-BLK', '0482', '1048', '110482'])
    expect(readScan(text, [...items, broken], { item: one, packed: {} }), text).toMatchObject({ kind: 'unknown' })
})

test('whatever is scanned, only a code that is there matches', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      const scan = readScan(text, items, { item: one, packed: {} })
      if (scan.kind === 'piece') expect(scan.sku).toBe(scannedCode(text))
      if (scan.kind === 'order') expect(scannedCode(text)).toMatch(/1048[23]$/)
    }),
  )
})

test('a carrier’s number isn’t that of the order or of a piece, which lie on the same table', () => {
  expect(readTrackingScan(' 5512 3456 78901 ', items)).toEqual({ ok: true, tracking: '5512345678901' })
  expect(readTrackingScan('em123456789in', items)).toEqual({ ok: true, tracking: 'EM123456789IN' })
  // Digits alone may be a carrier's number, even those of an order.
  expect(readTrackingScan('10482', items)).toEqual({ ok: true, tracking: '10482' })
  for (const [text, why] of [
    ['', 'empty'],
    ['FS-10482', 'order'],
    ['tee-blk-l', 'piece'],
    ['8901234567890', 'piece'],
    ['?', 'unreadable'],
    ['a b', 'unreadable'],
  ] as const)
    expect(readTrackingScan(text, items), text).toEqual({ ok: false, why })
})

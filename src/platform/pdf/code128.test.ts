import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pdfBarcodes } from '../../../tests/support/pdf-barcodes.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { code128 } from './code128.ts'
import { printPdf } from './print.server.ts'

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

test('a text of known symbols: start B, its letters, the check symbol (88) and the stop', () => {
  const widths = code128('Wikipedia') ?? []
  expect(sum(widths)).toBe(11 * 11 + 13)
  expect(widths.slice(0, 6).join('')).toBe('211214')
  expect(widths.slice(-13).join('')).toBe('421211' + '2331112')
})

test('digits are written in pairs', () => {
  expect(sum(code128('12345678') ?? [])).toBe(11 * 6 + 13)
  expect(sum(code128('FS-10482') ?? [])).toBe(11 * 9 + 13)
})

test('what a barcode can’t have makes none', () => {
  for (const text of ['', 'é', 'आ', 'a\tb']) expect(code128(text)).toBeNull()
})

test('a printed barcode reads back as its text, whatever the text', async () => {
  const texts = fc.sample(
    fc.string({ unit: fc.constantFrom(...'FS-0123456789abcXYZ/ ~!'), minLength: 1, maxLength: 24 }),
    200,
  )
  const about = { title: 'Test', author: 'Test', date: new Date(0) }
  const file = await printPdf({ ...about, paper: 'a4' }, (sheet) => {
    for (const text of texts) {
      sheet.ensureSpace(30)
      sheet.barcode(text, { height: 20 })
      sheet.gap(4)
    }
    sheet.text('end')
  })
  expect(pdfBarcodes(file)).toEqual(texts)
  expect(pdfText(file)).toContain('end')
})

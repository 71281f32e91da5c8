import { expect, test } from 'vitest'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { printPdf } from './print.server.ts'
import { isPrintable } from './scripts.server.ts'

const about = { title: 'Test', author: 'Test', date: new Date(0) }

test('texts in the scripts of India are written with their own fonts; what no font has is marked as left out', async () => {
  const file = await printPdf({ ...about, paper: 'a4' }, (sheet) => {
    sheet.text('₹1,299.00 é\nआरती 28 Road\nதமிழ்', { width: 300 })
    sheet.text('漢🎁 end', { align: 'right', bold: true })
  })
  const text = pdfText(file).replaceAll('\n', '')
  for (const part of ['₹1,299.00 é', 'आरती', ' 28 Road', 'தமிழ்', '[…] end']) expect(text).toContain(part)
})

test('right-to-left text is printed in the order of reading, with its numbers, Latin words and brackets', async () => {
  const file = await printPdf({ ...about, paper: 'a4' }, (sheet) => {
    sheet.text('محمد عارف')
    sheet.text('گلی (قاسم جان)، Flat 12', { width: 300 })
    sheet.text('پلاٹ ۴۵')
    sheet.text('ᱥᱟᱱᱛᱟᱲᱤ ꯃꯤꯇꯩ')
  })
  // As drawn from left to right: the words and the letters of Arabic runs come last first.
  const drawn = pdfText(file).replaceAll('\n', '')
  const fromRight = (text: string) => Array.from(text).reverse().join('')
  expect(drawn).toContain(`${fromRight('عارف')} ${fromRight('محمد')}`)
  expect(drawn).toContain(`Flat 12 ،(${fromRight('جان')} ${fromRight('قاسم')}) ${fromRight('گلی')}`)
  expect(drawn).toContain(`۴۵ ${fromRight('پلاٹ')}`)
  expect(drawn).toContain('ᱥᱟᱱᱛᱟᱲᱤ ꯃꯤꯇꯩ')
  expect(drawn).not.toContain('?')
})

test('a text in several fonts breaks into lines of the width, words longer than a line too', async () => {
  const heights: number[] = []
  const file = await printPdf({ ...about, paper: 'a4' }, (sheet) => {
    const before = sheet.y
    sheet.text(`आरती ${'Long_Word_'.repeat(12)} end`, { width: 150 })
    heights.push(sheet.y - before)
  })
  const lines = pdfText(file)
    .split('\n')
    .filter((line) => line !== '')
  expect(lines.join('').replaceAll(' ', '')).toBe(`आरती${'Long_Word_'.repeat(12)}end`)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(40)
  expect(heights[0]).toBeGreaterThan(40)
})

test('knows what can be printed', () => {
  for (const text of ['Asha’s Flat 2 – ₹', 'आरती', 'مکان نمبر ۱۲', 'ᱥᱟᱱᱛᱟᱲᱤ', 'Nguyễn'])
    expect(isPrintable(text)).toBe(true)
  for (const text of ['漢字', '🎁', 'שלום', 'Привет']) expect(isPrintable(text)).toBe(false)
})

test('a table goes on over pages with its head; pages are numbered and bear their own footer', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => `row ${index}.`)
  const file = await printPdf({ ...about, paper: '4x6', margin: 16 }, (sheet) => {
    sheet.footer('first')
    sheet.table([{ title: 'Head', text: (row: string) => row }], rows)
    sheet.newPage()
    sheet.footer('last')
  })
  const pages = pdfText(file).split('\f')
  expect(pages.length).toBeGreaterThan(3)
  for (const page of pages.slice(0, -1)) expect(page).toMatch(/^Head\nrow /)
  expect(pages.map((page) => page.split('\n').at(-1))).toEqual(
    pages.map((_, index) => `${index < pages.length - 1 ? 'first' : 'last'}   Page ${index + 1} of ${pages.length}`),
  )
  for (const row of rows) expect(pages.join('\n')).toContain(`\n${row}`)
})

test('a table near the foot of a page begins on the next one: its head is never without a row', async () => {
  const file = await printPdf({ ...about, paper: '4x6', margin: 16 }, (sheet) => {
    sheet.text('before')
    sheet.gap(370)
    sheet.table([{ title: 'Head', text: (row: string) => row }], ['row'])
  })
  expect(pdfText(file).split('\f')).toEqual([expect.stringMatching(/^before\n/), expect.stringMatching(/^Head\nrow\n/)])
})

test('where one of several columns begins a new page, the following ones begin at its top', async () => {
  const ends: number[] = []
  await printPdf({ ...about, paper: '4x6', margin: 16 }, (sheet) => {
    sheet.gap(395)
    sheet.columns(
      () => sheet.text('1\n2\n3', { width: 100 }),
      () => {
        ends.push(sheet.y)
        sheet.text('beside', { x: 150 })
      },
    )
    ends.push(sheet.y)
  })
  expect(ends[0]).toBe(16)
  expect(ends[1]).toBeLessThan(100)
})

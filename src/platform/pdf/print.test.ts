import { expect, test } from 'vitest'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { printPdf } from './print.server.ts'

const about = { title: 'Test', author: 'Test', date: new Date(0) }

test('texts in the scripts of India are written with their own fonts; what no font has is a question mark', async () => {
  const file = await printPdf({ ...about, paper: 'a4' }, (sheet) => {
    sheet.text('₹1,299.00 é\nआरती 28 Road\nதமிழ்', { width: 300 })
    sheet.text('漢🎁 end', { align: 'right', bold: true })
  })
  const text = pdfText(file).replaceAll('\n', '')
  for (const part of ['₹1,299.00 é', 'आरती', ' 28 Road', 'தமிழ்', '?? end']) expect(text).toContain(part)
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

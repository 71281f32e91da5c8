import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise } from '#platform/money.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { priceLines } from '../../../tests/support/priced-lines.ts'
import { EMPTY_ADDRESS } from '../addresses/rules.ts'
import { printDocument } from './pdf.server.ts'
import { taxedLines } from './rules.ts'

/** The number of random invoices; 1,000 take about half a minute. */
const INVOICES = Number(process.env.INVOICES ?? 60)

const LETTERS = 'abcdefghij klmnopqrst uvwxyzäéÅßłşāī&’–ABCDEFGHIJ'
const name = fc
  .string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 90 })
  .map((text) => text.trim() || 'x')
const bought = fc.record({
  description: name,
  hsn: fc.constantFrom('6109', '610510', '42022220'),
  price: fc.integer({ min: 1, max: 5_000_000 }).map(paise),
  quantity: fc.integer({ min: 1, max: 30 }),
  percent: fc.constantFrom(0, 5, 12, 18),
})

/** Paise as a person writes them, with the language's own grouping. */
const written = (amount: number) =>
  (amount / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

test(`${INVOICES} random invoices: every line is printed, and the printed sums equal an independent calculation`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(bought, { minLength: 1, maxLength: 45 }),
      fc.integer({ min: 0, max: 20_000 }),
      fc.boolean(),
      fc.boolean(),
      async (lines, fee, interstate, pricesInclude) => {
        const delivery = paise(fee)
        const { tax, total } = priceLines(lines, {
          'order.delivery': fee / 100,
          'delivery.freeFrom': 0,
          'order.taxPercent': 5,
          'tax.pricesInclude': pricesInclude,
        })
        const documentLines = taxedLines({ lines, delivery, tax, pricesInclude, interstate })
        const file = await printDocument({
          number: 'INV/26-27/00042',
          issuedAt: new Date('2026-11-23T06:00:00Z'),
          orderId: 'V1StGXR8_Z5jdHi6B-myT1',
          orderNumber: 'FS-10482',
          address: { ...EMPTY_ADDRESS, _id: '', firstName: 'Asha', townCity: 'Mumbai', zipCode: '400028' },
          document: {
            seller: {
              shop: 'Blue Door',
              legalName: 'Blue Door LLP',
              gstin: '27AAPFU0939F1ZV',
              address: '4 Platform Road, Mumbai',
              state: '27',
              email: 'hello@example.test',
              phone: '+91 22 0000 0044',
            },
            placeOfSupply: interstate ? '29' : '27',
            pricesInclude,
            lines: documentLines,
          },
        })
        const text = pdfText(file)
        const goods = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
        const added = pricesInclude
          ? 0
          : [0, 5, 12, 18].reduce((sum, percent) => {
              const ofRate = lines.filter((line) => line.percent === percent)
              const value = ofRate.reduce((all, line) => all + line.price * line.quantity, 0)
              return sum + Math.floor((value * percent) / 100 + 0.5)
            }, 0)
        expect(total).toBe(goods + fee + added)
        expect(text).toContain(`\nTotal paid\n₹${written(goods + fee + added)}\n`)
        const [, taxable = '', first = '', second = ''] =
          (interstate
            ? /\nTaxable value\n([\d,.]+)\nIGST\n([\d,.]+)\n/
            : /\nTaxable value\n([\d,.]+)\nCGST\n([\d,.]+)\nSGST\n([\d,.]+)\n/
          ).exec(text) ?? []
        const inPaise = (amount: string) => Math.round(Number(amount.replaceAll(',', '')) * 100)
        const odd = /\nRound off\n0\.01\nTotal paid\n/.test(text) ? 1 : 0
        expect(odd).toBe(interstate ? 0 : added % 2)
        if (!interstate) expect(second).toBe(first)
        expect(inPaise(taxable) + inPaise(first) + inPaise(second) + odd).toBe(goods + fee + added)
        const flat = text.replace(/\s+/g, '')
        for (const line of lines)
          expect(flat).toContain(
            `${line.description.replace(/\s+/g, '')}${line.hsn}${line.quantity}${written(line.price)}`,
          )
      },
    ),
    { numRuns: INVOICES },
  )
}, 300_000)

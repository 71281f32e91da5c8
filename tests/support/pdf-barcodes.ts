import { code128 } from '../../src/platform/pdf/code128.ts'
import { pdfContents } from './pdf-text.ts'

/** The widths of each symbol of the sets B and C, from barcodes of one symbol and more. */
const VALUES = new Map<string, number>()
for (let value = 0; value < 95; value++) VALUES.set(symbolAt(code128(String.fromCharCode(value + 32)), 1), value)
for (let pair = 0; pair < 100; pair++) VALUES.set(symbolAt(code128(`00${String(pair).padStart(2, '0')}`), 2), pair)
const STARTS = new Map([
  [symbolAt(code128('a'), 0), 'B'],
  [symbolAt(code128('0000'), 0), 'C'],
])

function symbolAt(widths: readonly number[] | null, index: number): string {
  return (widths ?? []).slice(index * 6, index * 6 + 6).join('')
}

/** The texts of the Code 128 barcodes in a PDF of the shop, as a scanner reads the bars. */
export function pdfBarcodes(file: Buffer): string[] {
  return pdfContents(file).flatMap(barcodesOf)
}

/** A barcode is one path of rectangles of the same height, which is then filled. */
function barcodesOf(content: string): string[] {
  return [...content.matchAll(/((?:[\d.]+ [\d.]+ [\d.]+ [\d.]+ re\n)+)f\n/g)].map(([, path = '']) => {
    const bars = [...path.matchAll(/([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re/g)].map(([, x, width]) => [
      Number(x),
      Number(width),
    ])
    const widths = bars.flatMap(([x = 0, width = 0], index) => {
      const before = bars[index - 1]
      return before ? [x - (before[0] ?? 0) - (before[1] ?? 0), width] : [width]
    })
    const total = widths.reduce((sum, width) => sum + width, 0)
    // All symbols have 11 modules and 6 widths, but the stop, which has 13 and 7.
    const module = total / (((widths.length - 7) / 6) * 11 + 13)
    return textOf(widths.map((width) => Math.round(width / module)))
  })
}

function textOf(widths: readonly number[]): string {
  let set = STARTS.get(symbolAt(widths, 0))
  let text = ''
  const count = (widths.length - 7) / 6
  for (let index = 1; index < count - 1; index++) {
    const value = VALUES.get(symbolAt(widths, index)) ?? Number.NaN
    if (set === 'C' && value < 100) text += String(value).padStart(2, '0')
    else if (set === 'C') set = 'B'
    else if (value === 99) set = 'C'
    else text += String.fromCharCode(value + 32)
  }
  return text
}

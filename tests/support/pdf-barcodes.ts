import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
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

/** The texts of the QR codes in a PDF of the shop, as the staff site's camera reads them. */
export async function pdfQrCodes(file: Buffer): Promise<string[]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })
  const found: string[] = []
  for (const path of pdfContents(file)
    .flatMap(pathsOf)
    .filter((rects) => !isBarcode(rects))) {
    const [x, y] = [Math.min(...path.map((one) => one.x)), Math.min(...path.map((one) => one.y))]
    const module = Math.min(...path.map(({ height }) => height))
    const cells = Math.round((Math.max(...path.map((one) => one.x + one.width)) - x) / module)
    const scale = 4
    const side = (cells + 8) * scale
    const data = new Uint8ClampedArray(side * side * 4).fill(255)
    for (const rect of path) {
      const [column, row] = [Math.round((rect.x - x) / module), Math.round((rect.y - y) / module)]
      for (let down = 0; down < scale; down++)
        for (let across = 0; across < Math.round(rect.width / module) * scale; across++)
          data.fill(
            0,
            (((row + 4) * scale + down) * side + (column + 4) * scale + across) * 4,
            (((row + 4) * scale + down) * side + (column + 4) * scale + across) * 4 + 3,
          )
    }
    const read = await readBarcodes({ data, width: side, height: side, colorSpace: 'srgb' }, { formats: ['QRCode'] })
    found.push(...read.map(({ text }) => text))
  }
  return found
}

/** The texts of the Code 128 barcodes in a PDF of the shop, as a scanner reads the bars. */
export function pdfBarcodes(file: Buffer): string[] {
  return pdfContents(file).flatMap(barcodesOf)
}

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** A code is one path of rectangles, which is then filled. */
function pathsOf(content: string): Rect[][] {
  return [...content.matchAll(/((?:[\d.]+ [\d.]+ [\d.]+ [\d.]+ re\n)+)f\n/g)].map(([, path = '']) =>
    [...path.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map((found) => {
      const [x = 0, y = 0, width = 0, height = 0] = found.slice(1).map(Number)
      return { x, y, width, height }
    }),
  )
}

/** The bars of a barcode begin at one height, the modules of a QR code at many. */
const isBarcode = (rects: readonly Rect[]) => rects.every(({ y }) => y === rects[0]?.y)

function barcodesOf(content: string): string[] {
  return pathsOf(content)
    .filter(isBarcode)
    .map((bars) => {
      const widths = bars.flatMap(({ x, width }, index) => {
        const before = bars[index - 1]
        return before ? [x - before.x - before.width, width] : [width]
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

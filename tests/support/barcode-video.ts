import { writeFile } from 'node:fs/promises'
import { code128 } from '../../src/platform/pdf/code128.ts'

const WIDTH = 640
const HEIGHT = 480
const WHITE = 235
const BLACK = 16

/** Writes a film of one picture, a Code 128 barcode, as a browser's pretended camera takes it (YUV4MPEG2). */
export async function writeBarcodeVideo(path: string, text: string): Promise<void> {
  const widths = code128(text) ?? []
  const module = Math.floor((WIDTH - 80) / widths.reduce((sum, width) => sum + width, 0))
  const line = Buffer.alloc(WIDTH, WHITE)
  let at = 40
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) line.fill(BLACK, at, at + width * module)
    at += width * module
  }
  const blank = Buffer.alloc(WIDTH, WHITE)
  const isBarcode = (row: number) => row > HEIGHT / 4 && row < (HEIGHT * 3) / 4
  const brightness = Array.from({ length: HEIGHT }, (_, row) => (isBarcode(row) ? line : blank))
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  await writeFile(path, Buffer.concat([Buffer.from(head), ...brightness, colours]))
}

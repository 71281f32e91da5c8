import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'uqr'
import { once } from '../once.ts'
import { code128, QUIET_ZONE } from './code128.ts'
import { createWriter } from './scripts.server.ts'

/** Paper sizes in points: A4, and the 4 × 6 inch label of parcel printers. */
export const PAPER = { a4: [595.28, 841.89], '4x6': [288, 432] } as const
export type Paper = keyof typeof PAPER

export interface TextStyle {
  /** In points. */
  size?: number
  bold?: boolean
  grey?: boolean
  align?: 'left' | 'right'
  /** From the left edge of the paper; by default the margin. */
  x?: number
  /** By default up to the right margin. */
  width?: number
}

export interface Column<R> {
  title: string
  /** In points. The one column without it takes the remaining width. */
  width?: number
  align?: 'left' | 'right'
  text(row: R): string
}

/** A document being written, from the top of its first page down. */
export interface Sheet {
  /** The edges between the margins. */
  readonly left: number
  readonly right: number
  /** Where the next text goes, from the top of the page. */
  y: number
  /** Writes a paragraph at `y` and moves below it. Characters that no font has become `[…]`. */
  text(text: string, style?: TextStyle): void
  /** Writes blocks side by side, each from the same height, and moves below the longest. Each sets its own `x`. */
  columns(...blocks: (() => void)[]): void
  /**
   * Draws a text as a Code 128 barcode at `y`, with its quiet zones, and moves below it. At the right its last bar is at the edge, and the margin is its quiet zone. It's made narrower than usual if
   * it wouldn't fit `width`. A text that Code 128 can't have, or whose bars would be too narrow to read, is a QR code of at
   * least `QR_SIDE`. Draws nothing for an empty text.
   */
  barcode(text: string, style: { height: number; x?: number; width?: number; align?: 'left' | 'right' }): void
  /** A QR code at `y`, with its quiet zone, which leaves `y` where it is. */
  qrCode(text: string, place: { x: number; side: number }): void
  /** A line from margin to margin. */
  rule(): void
  /** A tinted box for what is written on it next, which leaves `y` where it is. */
  tint(box: { x: number; width: number; height: number }): void
  /** Writes a block, moves below it, and draws a frame around it. The block sets its own `x` and `width`. */
  frame(edges: { x: number; width: number; padding: number }, block: () => void): void
  /** An empty box to tick with a pen, which leaves `y` where it is. */
  tickBox(place: { x: number; side: number }): void
  gap(points: number): void
  /** A table, with lines only below its head and its last row. Its head is repeated on each page and never the last thing on one; a row is never divided. */
  table<R>(columns: readonly Column<R>[], rows: readonly R[], style?: { size?: number }): void
  /** The line at the bottom of this page and the following ones, before the page's number. */
  footer(text: string): void
  /** Begins a new page unless this one has that many points left. */
  ensureSpace(points: number): void
  newPage(): void
  /** Goes on in the lower half of this page, below a line to cut along. False if this half is begun already. */
  lowerHalf(): boolean
}

interface Print {
  paper: Paper
  title: string
  author: string
  date: Date
  margin?: number
}

const FONTS = join(import.meta.dirname, 'fonts')
const readFonts = once(() =>
  Promise.all([readFile(join(FONTS, 'archivo-400.ttf')), readFile(join(FONTS, 'archivo-700.ttf'))]),
)

/** Draws a PDF. The library is loaded with the first one, for a faster start. */
export async function printPdf(print: Print, draw: (sheet: Sheet) => void): Promise<Buffer> {
  const [{ default: PDFDocument }, [regular, bold]] = await Promise.all([import('pdfkit'), readFonts()])
  const { paper, title, author, date, margin = 40 } = print
  const pdf = new PDFDocument({
    size: [...PAPER[paper]],
    // The library would start a page by itself when text reaches the margin, but pages are started here.
    margins: { top: margin, left: margin, right: margin, bottom: 0 },
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: date },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  pdf.registerFont('regular', regular)
  pdf.registerFont('bold', bold)
  const footers = ['']
  draw(createSheet(pdf, margin, footers))
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    const ofPages = count > 1 ? `Page ${page + 1} of ${count}` : ''
    const text = [footers[page], ofPages].filter(Boolean).join('   ')
    pdf.font('regular').fontSize(7).fillColor(GREY)
    if (text !== '') pdf.text(text, margin, PAPER[paper][1] - margin + 8, { lineBreak: false })
  }
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

const INK = '#1c1a16'
const GREY = '#5c574d'
const LINE = '#c9c3b6'
const TINT = '#f3efe6'
/** Between the cells of a table. */
const CELL_GAP = 6
const ROW_GAP = 8
/** The module of a barcode in points: a third of a millimetre, which every scanner and camera reads. */
const MODULE = 0.95
/** 0.19 mm (7.5 mil): ordinary scanners and cameras don't read narrower bars. */
const MIN_MODULE = 0.54
/** Of a QR code in points, with the quiet zone: a label has no room for more. */
const QR_SIDE = 48
const QR_QUIET_ZONE = 4

/** Fills the dark modules of a QR code, each run of them in a row at once. */
function drawQrCode(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const { data, size } = encode(text, { border: QR_QUIET_ZONE })
  const module = side / size
  pdf.fillColor('#000')
  for (const [row, cells] of data.entries())
    for (let from = cells.indexOf(true); from >= 0; ) {
      const end = cells.indexOf(false, from)
      pdf.rect(x + from * module, y + row * module, (end - from) * module, module)
      from = cells.indexOf(true, end)
    }
  pdf.fill()
}

/** `footers` has the footer of each page, in order. The sheet adds to it. */
function createSheet(pdf: PDFKit.PDFDocument, margin: number, footers: string[]): Sheet {
  const [width, height] = [pdf.page.width, pdf.page.height]
  const bottom = height - margin
  const writer = createWriter(pdf)

  function applyStyle({ size = 9, grey = false }: TextStyle): void {
    pdf.fontSize(size).fillColor(grey ? GREY : INK)
  }

  const sheet: Sheet = {
    left: margin,
    right: width - margin,
    y: margin,
    text(text, style = {}) {
      const { x = sheet.left, align = 'left' } = style
      const options = { width: style.width ?? sheet.right - x, align, bold: style.bold ?? false }
      applyStyle(style)
      sheet.ensureSpace(writer.heightOf(text, options))
      sheet.y = writer.write(text, { x, y: sheet.y }, options)
    },
    columns(...blocks) {
      let [top, end, page] = [sheet.y, sheet.y, footers.length]
      for (const block of blocks) {
        sheet.y = top
        block()
        // A block that began a new page takes the following ones with it.
        if (footers.length > page) [top, end, page] = [margin, margin, footers.length]
        end = Math.max(end, sheet.y)
      }
      sheet.y = end
    },
    barcode(text, { height, x = sheet.left, width = sheet.right - x, align = 'left' }) {
      if (text === '') return
      const widths = code128(text)
      const modules = widths?.reduce((sum, one) => sum + one, 2 * QUIET_ZONE) ?? Number.POSITIVE_INFINITY
      const module = Math.min(MODULE, width / modules)
      if (widths === null || module < MIN_MODULE) {
        const side = Math.max(height, QR_SIDE)
        sheet.ensureSpace(side)
        drawQrCode(pdf, text, { x: x + (align === 'right' ? width - side : 0), y: sheet.y, side })
        sheet.y += side
        return
      }
      sheet.ensureSpace(height)
      let at = x + (align === 'right' ? width - (modules - 2 * QUIET_ZONE) * module : QUIET_ZONE * module)
      pdf.fillColor('#000')
      for (const [index, one] of widths.entries()) {
        if (index % 2 === 0) pdf.rect(at, sheet.y, one * module, height)
        at += one * module
      }
      pdf.fill()
      sheet.y += height
    },
    qrCode(text, { x, side }) {
      drawQrCode(pdf, text, { x, y: sheet.y, side })
    },
    frame({ x, width: across, padding }, block) {
      const [top, page] = [sheet.y, footers.length]
      sheet.y += padding
      block()
      sheet.y += padding
      // Across two pages there is no frame.
      if (footers.length === page)
        pdf
          .rect(x, top, across, sheet.y - top)
          .lineWidth(0.75)
          .strokeColor(INK)
          .stroke()
    },
    tickBox({ x, side }) {
      pdf.rect(x, sheet.y, side, side).lineWidth(0.75).strokeColor(INK).stroke()
    },
    rule() {
      pdf.moveTo(sheet.left, sheet.y).lineTo(sheet.right, sheet.y).lineWidth(0.5).strokeColor(LINE).stroke()
    },
    tint({ x, width: across, height: down }) {
      pdf.rect(x, sheet.y, across, down).fill(TINT)
    },
    gap(points) {
      sheet.y += points
    },
    table(columns, rows, { size = 8 } = {}) {
      const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0) + CELL_GAP, -CELL_GAP)
      const widths = columns.map((column) => column.width ?? sheet.right - sheet.left - fixed)
      const heightOf = (cells: readonly string[], isHead: boolean) => {
        applyStyle({ size })
        const heights = cells.map((cell, index) => writer.heightOf(cell, { width: widths[index] ?? 0, bold: isHead }))
        return Math.max(...heights) + ROW_GAP
      }
      const writeRow = (cells: readonly string[], isHead: boolean) => {
        const height = heightOf(cells, isHead)
        applyStyle({ size })
        let x = sheet.left
        for (const [index, cell] of cells.entries()) {
          const width = widths[index] ?? 0
          const align = columns[index]?.align ?? 'left'
          writer.write(cell, { x, y: sheet.y + ROW_GAP / 2 }, { width, align, bold: isHead })
          x += width + CELL_GAP
        }
        sheet.y += height
        if (isHead) sheet.rule()
      }
      const head = columns.map(({ title }) => title)
      const texts = rows.map((row) => columns.map((column) => column.text(row)))
      sheet.ensureSpace(heightOf(head, true) + (texts[0] ? heightOf(texts[0], false) : 0))
      writeRow(head, true)
      for (const cells of texts) {
        if (sheet.y + heightOf(cells, false) > bottom) {
          sheet.newPage()
          writeRow(head, true)
        }
        writeRow(cells, false)
      }
      sheet.rule()
    },
    footer(text) {
      footers[footers.length - 1] = text
    },
    ensureSpace(points) {
      if (sheet.y + points > bottom && sheet.y > margin) sheet.newPage()
    },
    lowerHalf() {
      const middle = height / 2
      if (sheet.y > middle) return false
      pdf.moveTo(0, middle).lineTo(width, middle).lineWidth(0.5).dash(3, { space: 3 }).strokeColor(LINE).stroke()
      pdf.undash()
      sheet.y = middle + margin
      return true
    },
    newPage() {
      pdf.addPage()
      footers.push(footers.at(-1) ?? '')
      sheet.y = margin
    },
  }
  return sheet
}

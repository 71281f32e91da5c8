import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import bidiFactory from 'bidi-js'

/** The characters of Archivo. */
const LATIN = /[\n\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u2026\u20b9]/
/** The scripts of India besides Latin, by Unicode block. Names and addresses may be in any of them. */
const SCRIPTS: readonly (readonly [name: string, characters: RegExp])[] = [
  ['devanagari', /[\u0900-\u097f]/],
  ['bengali', /[\u0980-\u09ff]/],
  ['gurmukhi', /[\u0a00-\u0a7f]/],
  ['gujarati', /[\u0a80-\u0aff]/],
  ['oriya', /[\u0b00-\u0b7f]/],
  ['tamil', /[\u0b80-\u0bff]/],
  ['telugu', /[\u0c00-\u0c7f]/],
  ['kannada', /[\u0c80-\u0cff]/],
  ['malayalam', /[\u0d00-\u0d7f]/],
  ['olchiki', /[\u1c50-\u1c7f]/],
  ['meeteimayek', /[\uaae0-\uaaff\uabc0-\uabff]/],
  ['arabic', /[\u0600-\u06ff\u0750-\u077f]/],
]
/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
const ARABIC = /\p{Script=Arabic}/u
/** What is printed in place of characters that no font has. */
export const OMITTED = '[…]'
/**
 * Zero-width (non-)joiners change how the letters around them are drawn, so they take the font of the letter before.
 */
const JOINERS = /[\u200c\u200d]/

/** The first of SCRIPTS that a text has letters in. */
const scriptOf = (text: string) => SCRIPTS.find(([, characters]) => characters.test(text))?.[0]

/** False if a document would show `OMITTED` for some of a text. */
export function isPrintable(text: string): boolean {
  return Array.from(text.normalize('NFC')).every(
    (character) => LATIN.test(character) || JOINERS.test(character) || scriptOf(character) !== undefined,
  )
}

/** The path of the font for a title: that of its first script in SCRIPTS, or else Archivo Bold. */
export function fontFileOf(text: string): string {
  const script = scriptOf(text)
  return join(import.meta.dirname, 'fonts', script === undefined ? 'archivo-700.ttf' : `noto-${script}.ttf`)
}

/** The font files by script, read on first use. */
const fontFiles = new Map<string, Buffer>()

interface Layout {
  width: number
  bold: boolean
  /** Left by default. */
  align?: 'left' | 'right'
}

/** A part of a line in one font and one direction. */
interface Run {
  font: string
  text: string
}

const bidi = bidiFactory()

/** Writes texts with the fonts that have their characters, in the document's current size and colour. */
export function createWriter(pdf: PDFKit.PDFDocument) {
  const registered = new Set<string>()

  /** The name of the font that has a character. Null if none has it. */
  function fontOf(character: string, latin: string): string | null {
    if (hasGlyph(pdf, latin, character)) return latin
    const script = scriptOf(character)
    if (script === undefined) return null
    if (!registered.has(script)) {
      const file = fontFiles.get(script) ?? readFileSync(fontFileOf(character))
      fontFiles.set(script, file)
      pdf.registerFont(script, file)
      registered.add(script)
    }
    return hasGlyph(pdf, script, character) ? script : null
  }

  /**
   * The text with `OMITTED` in place of characters that no font has, and without joiners between Latin letters, whose
   * fonts have none.
   */
  function printable(text: string, latin: string): string {
    let font: string | null = latin
    return Array.from(text.normalize('NFC'), (character) => {
      if (character === '\n') return character
      if (JOINERS.test(character)) return font === latin ? '' : character
      const isRepeated = font === null
      font = fontOf(character, latin)
      if (font !== null) return character
      return isRepeated ? '' : OMITTED
    }).join('')
  }

  /** A printable line as runs of one font each, in the order of reading. */
  function runsOf(line: string, latin: string): Run[] {
    const runs: Run[] = []
    for (const character of line) {
      const last = runs.at(-1)
      const font = JOINERS.test(character) ? (last?.font ?? latin) : (fontOf(character, latin) ?? latin)
      if (last?.font === font) last.text += character
      else runs.push({ font, text: character })
    }
    return runs.length > 0 ? runs : [{ font: latin, text: '' }]
  }

  /** The runs of a line from left to right (UAX #9). */
  function visualRunsOf(line: string, latin: string): Run[] {
    if (!RIGHT_TO_LEFT.test(line)) return runsOf(line, latin)
    const embedding = bidi.getEmbeddingLevels(line)
    const shown = bidi.getReorderedString(line, embedding)
    // The library reverses each run with Arabic letters, so it gets them in the order of reading.
    return runsOf(shown, latin).map(({ font, text }) => ({
      font,
      text: ARABIC.test(text) ? Array.from(text).reverse().join('') : text,
    }))
  }

  const widthOf = (runs: readonly Run[]) =>
    runs.reduce((sum, { font, text }) => sum + pdf.font(font).widthOfString(text, WHOLE), 0)

  /** The lines of a text that needs several fonts or directions. */
  function linesOf(text: string, latin: string, width: number): string[] {
    return text.split('\n').flatMap((paragraph) => {
      const lines = ['']
      for (const part of paragraph.match(/ *[^ ]+| +/g) ?? []) {
        const line = lines.at(-1) ?? ''
        if (widthOf(runsOf(line + part, latin)) <= width) lines.splice(-1, 1, line + part)
        else lines.push(...pieces(part.trimStart(), latin, width))
      }
      return lines.length > 1 && lines[0] === '' ? lines.slice(1) : lines
    })
  }

  /** A word in pieces that fit into a line. */
  function pieces(word: string, latin: string, width: number): string[] {
    const found = ['']
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      const piece = (found.at(-1) ?? '') + segment
      if (widthOf(runsOf(piece, latin)) <= width) found.splice(-1, 1, piece)
      else found.push(segment)
    }
    return found.filter((piece) => piece !== '')
  }

  const heightOfLine = (runs: readonly Run[]) =>
    Math.max(...runs.map(({ font }) => pdf.font(font).currentLineHeight(true)))

  /** True if the library can write a text by itself. */
  const isPlain = (text: string, latin: string) =>
    !RIGHT_TO_LEFT.test(text) && runsOf(text.replaceAll('\n', ''), latin).length === 1

  return {
    /** The height of a text in points. */
    heightOf(original: string, { width, bold }: Layout): number {
      const latin = bold ? 'bold' : 'regular'
      const text = printable(original, latin)
      const [first] = runsOf(text.replaceAll('\n', ''), latin)
      if (isPlain(text, latin)) return pdf.font(first?.font ?? latin).heightOfString(text, { width })
      return linesOf(text, latin, width).reduce((sum, line) => sum + heightOfLine(runsOf(line, latin)), 0)
    },
    /** Writes text. @returns the `y` of the next line */
    write(original: string, { x, y }: { x: number; y: number }, { width, bold, align = 'left' }: Layout): number {
      const latin = bold ? 'bold' : 'regular'
      const text = printable(original, latin)
      const [first] = runsOf(text.replaceAll('\n', ''), latin)
      if (isPlain(text, latin)) {
        pdf.font(first?.font ?? latin).text(text, x, y, { width, align })
        return pdf.y
      }
      let top = y
      for (const line of linesOf(text, latin, width)) {
        const runs = visualRunsOf(line, latin)
        const baseline = top + Math.max(...runs.map(({ font }) => ascentOf(pdf, font)))
        let left = align === 'right' ? x + width - widthOf(runs) : x
        for (const run of runs) {
          pdf.font(run.font).text(run.text, left, baseline, { ...WHOLE, lineBreak: false, baseline: 'alphabetic' })
          left += widthOf([run])
        }
        top += heightOfLine(runs)
      }
      pdf.y = top
      return top
    },
  }
}

/** Without a list of features the library would place the words of a run from left to right. */
const WHOLE = { features: [] }

/** The embedded font that is used by a name. */
function fontIn(pdf: PDFKit.PDFDocument, name: string) {
  // Safe cast: all fonts here are embedded ones, which the library reads with fontkit; its types leave that out.
  const { _font } = pdf.font(name) as unknown as {
    _font: { ascender: number; font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  return _font
}

function hasGlyph(pdf: PDFKit.PDFDocument, font: string, character: string): boolean {
  return fontIn(pdf, font).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

/** From the top of a line to its baseline, in points. */
function ascentOf(pdf: PDFKit.PDFDocument, font: string): number {
  // Safe cast: the library's own field for the current size.
  const { _fontSize } = pdf as unknown as { _fontSize: number }
  return (fontIn(pdf, font).ascender / 1000) * _fontSize
}

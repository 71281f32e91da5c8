import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
]
/**
 * Zero-width (non-)joiners change how the letters around them are drawn, so they take the font of the letter before.
 */
const JOINERS = /[\u200c\u200d]/

/** The first of SCRIPTS that a text has letters in. */
const scriptOf = (text: string) => SCRIPTS.find(([, characters]) => characters.test(text))?.[0]

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
  /** Left by default. Text that needs more than one font is always left-aligned. */
  align?: 'left' | 'right'
}

/** A part of a line in one font. */
interface Run {
  font: string
  text: string
}

/** Writes texts with the fonts that have their characters, in the document's current size and colour. */
export function createWriter(pdf: PDFKit.PDFDocument) {
  const registered = new Set<string>()

  /** The name of the font that has a character. Null if none has it. */
  function fontOf(character: string, latin: string): string | null {
    if (character === '\n' || hasGlyph(pdf, latin, character)) return latin
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

  /** The text as runs of one font each. */
  function runsOf(text: string, bold: boolean): Run[] {
    const latin = bold ? 'bold' : 'regular'
    const runs: Run[] = []
    for (const character of text.normalize('NFC')) {
      const last = runs.at(-1)
      const isJoiner = JOINERS.test(character)
      const font = isJoiner ? (last?.font ?? latin) : fontOf(character, latin)
      // The Latin fonts have no joiners, and need none.
      const shown = isJoiner && font === latin ? '' : font === null ? '?' : character
      if (last && last.font === (font ?? latin)) last.text += shown
      else runs.push({ font: font ?? latin, text: shown })
    }
    return runs.length > 0 ? runs : [{ font: latin, text: '' }]
  }

  return {
    /**
     * The height of a text in points. If the text needs more than one font, it's an estimate, a fifth too high for long
     * lines.
     */
    heightOf(text: string, { width, bold }: Layout): number {
      const [first, ...others] = runsOf(text, bold)
      if (others.length === 0) return pdf.font(first?.font ?? 'regular').heightOfString(first?.text ?? '', { width })
      return text.split('\n').reduce((sum, line) => {
        const runs = runsOf(line, bold)
        const textWidth = runs.reduce((all, run) => all + pdf.font(run.font).widthOfString(run.text), 0)
        const lineHeight = Math.max(...runs.map((run) => pdf.font(run.font).currentLineHeight(true)))
        return sum + lineHeight * Math.ceil((textWidth / width) * 1.2 || 1)
      }, 0)
    },
    /** Writes text. @returns the `y` of the next line */
    write(text: string, { x, y }: { x: number; y: number }, { width, bold, align = 'left' }: Layout): number {
      const [first, ...others] = runsOf(text, bold)
      if (others.length === 0) {
        pdf.font(first?.font ?? 'regular').text(first?.text ?? '', x, y, { width, align })
        return pdf.y
      }
      pdf.y = y
      for (const runs of text.split('\n').map((line) => runsOf(line, bold)))
        for (const [index, run] of runs.entries()) {
          const continued = index < runs.length - 1
          pdf.font(run.font)
          if (index > 0) pdf.text(run.text, { continued })
          else pdf.text(run.text, x, pdf.y, { width, continued })
        }
      return pdf.y
    },
  }
}

function hasGlyph(pdf: PDFKit.PDFDocument, font: string, character: string): boolean {
  // Safe cast: all fonts here are embedded ones, which the library reads with fontkit; its types leave that out.
  const { _font } = pdf.font(font) as unknown as {
    _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  return _font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

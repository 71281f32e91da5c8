import { Blob, Buffer, Face, Font, shape, shapeWithTrace, TracePhase } from 'harfbuzzjs'
import subsetFont from 'subset-font'

const BLOCK = Array.from({ length: 0x80 }, (_, offset) => String.fromCodePoint(0x900 + offset)).join('')
export const JOINERS = '\u200c\u200d'

/** All of Devanagari in a font, at these variation axes, as a TrueType file. */
export function readDevanagari(font, variationAxes) {
  const options = { targetFormat: 'sfnt', noHinting: true, ...(variationAxes && { variationAxes }) }
  return subsetFont(font, BLOCK + JOINERS, options)
}

/** A font of HarfBuzz from the bytes of a TrueType file. */
export function openFont(bytes) {
  return new Font(new Face(new Blob(Uint8Array.from(bytes).buffer)))
}

/** The widths of a text's glyphs in reading order, in font units. */
export function glyphWidths(font, text) {
  const buffer = bufferOf(text)
  shape(font, buffer)
  return buffer.getGlyphPositions().map(({ xAdvance }) => xAdvance)
}

/**
 * The numbers of the glyphs that a text passes through while it's shaped. Joined letters often come from a half form that
 * isn't shown itself.
 */
export function glyphsThrough(font, text) {
  const steps = shapeWithTrace(font, bufferOf(text), [], 0, TracePhase.DONT_STOP)
  return new Set(steps.filter(({ glyphs }) => glyphs).flatMap(({ t }) => t.map(({ g }) => g)))
}

/** Every word in Devanagari of a catalogue, once. */
export function hindiWords(catalogue) {
  const found = Object.values(catalogue).flatMap((text) => text.match(/[\u0900-\u097f\u200c\u200d]+/g) ?? [])
  return [...new Set(found)].sort()
}

function bufferOf(text) {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  return buffer
}

/** Sample text of the shop: prices, names, headings and running text. */
const SAMPLE =
  'Thoda khisko. Room for one more. Popular This Week Best Seller Four Bars Boxy Tee 1,299 Last Local Heavyweight ' +
  'Hoodie 2,499 Three seats taken, one kept for you. A boxy 240 gsm cotton tee with the four bars printed across the ' +
  'chest in water-based ink that softens with every wash. Dropped shoulders, ribbed neck that keeps its shape. ' +
  'Machine wash cold, inside out. Made in Tiruppur, India. We offer a 7-day easy exchange policy with all tags intact.'

/**
 * The metrics of a TrueType font that determine the layout of text, in em: `ascent`, `descent` (positive), `lineGap`, and
 * `advance(character)`. Reads `head`, `hhea`, `hmtx` and a format 4 `cmap` (OpenType 1.9).
 */
export function readMetrics(font) {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const at = tableOffsets(view)
  const em = view.getUint16(at.head + 18)
  const longMetrics = view.getUint16(at.hhea + 34)
  const glyphOf = readCharacterMap(view, at.cmap)
  return {
    ascent: view.getInt16(at.hhea + 4) / em,
    descent: -view.getInt16(at.hhea + 6) / em,
    lineGap: view.getInt16(at.hhea + 8) / em,
    advance(character) {
      const glyph = Math.min(glyphOf(character.codePointAt(0)), longMetrics - 1)
      return view.getUint16(at.hmtx + glyph * 4) / em
    },
  }
}

/** The mean advance of the sample text, in em. */
export function averageWidth(metrics) {
  let sum = 0
  for (const character of SAMPLE) sum += metrics.advance(character)
  return sum / SAMPLE.length
}

function tableOffsets(view) {
  const offsets = {}
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = 12 + index * 16
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)))
    offsets[tag] = view.getUint32(record + 8)
  }
  return offsets
}

function readCharacterMap(view, cmap) {
  const table = findFormat4(view, cmap)
  const segments = view.getUint16(table + 6) / 2
  const ends = table + 14
  const starts = ends + segments * 2 + 2
  const deltas = starts + segments * 2
  const ranges = deltas + segments * 2
  return (code) => {
    for (let index = 0; index < segments; index += 1) {
      if (code > view.getUint16(ends + index * 2)) continue
      const start = view.getUint16(starts + index * 2)
      if (code < start) return 0
      const delta = view.getUint16(deltas + index * 2)
      const rangeOffset = view.getUint16(ranges + index * 2)
      if (rangeOffset === 0) return (code + delta) & 0xffff
      const glyph = view.getUint16(ranges + index * 2 + rangeOffset + (code - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

function findFormat4(view, cmap) {
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const table = cmap + view.getUint32(cmap + 4 + index * 8 + 4)
    if (view.getUint16(table) === 4) return table
  }
  throw new Error('the font has no format 4 character map')
}

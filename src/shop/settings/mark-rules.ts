/** Elements of a drawing that neither run nor load anything. */
const ELEMENTS = new Set(
  'svg g defs path rect circle ellipse line polyline polygon title desc linearGradient radialGradient stop clipPath mask use symbol'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  (
    'xmlns xmlns:xlink viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-rule fill-opacity stroke ' +
    'stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-opacity opacity clip-rule clip-path ' +
    'mask id offset stop-color stop-opacity gradientUnits gradientTransform fx fy href xlink:href preserveAspectRatio role color'
  ).split(' '),
)
const MAX_SVG = 30_000
const MAX_PNG = 90_000

const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const ATTRIBUTE = /([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const PNG = /^data:image\/png;base64,(iVBORw0KGgo[A-Za-z0-9+/]+={0,2})$/

/**
 * A mark as it is kept: an SVG drawing written anew from the elements and attributes of a list, so that no script, event, style
 * or foreign address of it stays, or a PNG as a data URL. Null for anything else, and for what is too large.
 */
export function cleanMark(text: string): string | null {
  if (text === '' || (text.length <= MAX_PNG && PNG.test(text))) return text
  return text.length <= MAX_SVG ? cleanSvg(text) : null
}

function cleanSvg(text: string): string | null {
  const source = text
    .replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<!DOCTYPE[^>[]*>/i, '')
    .trim()
  const open: string[] = []
  /** Inside an element that is dropped with its content: its depth in `open`. */
  let droppedAt = Number.POSITIVE_INFINITY
  let clean = ''
  TAG.lastIndex = 0
  while (TAG.lastIndex < source.length) {
    const match = TAG.exec(source)
    if (!match) return null
    const [, closing, name = '', attributes = '', empty, words] = match
    if (words !== undefined) continue
    if (closing) {
      if (open.pop() !== name) return null
      if (open.length < droppedAt) clean += `</${name}>`
      else if (open.length === droppedAt) droppedAt = Number.POSITIVE_INFINITY
      continue
    }
    if (open.length === 0 && (name !== 'svg' || clean !== '')) return null
    const isDropped = open.length >= droppedAt || !ELEMENTS.has(name)
    if (!isDropped) clean += `<${name}${cleanAttributes(attributes)}${empty ? '/' : ''}>`
    if (empty) continue
    if (isDropped) droppedAt = Math.min(droppedAt, open.length)
    open.push(name)
  }
  return open.length === 0 && /<(?:path|rect|circle|ellipse|line|poly)/.test(clean) && /^<svg[^>]* viewBox=/.test(clean)
    ? clean
    : null
}

function cleanAttributes(text: string): string {
  let clean = ''
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? ''
    if (!ATTRIBUTES.has(name) || /["<&]/.test(value)) continue
    // Within the drawing only.
    if (/href$/.test(name) && !/^#[\w.-]+$/.test(value)) continue
    if (/url\s*\(/i.test(value) && !/^url\(#[\w.-]+\)$/.test(value)) continue
    if (name.startsWith('xmlns') && !/^http:\/\/www\.w3\.org\//.test(value)) continue
    clean += ` ${name}="${value}"`
  }
  return clean
}

/** The bytes and media type of a kept mark. */
export function markFile(mark: string): { body: Buffer; type: string } {
  const [, base64] = PNG.exec(mark) ?? []
  return base64 === undefined
    ? { body: Buffer.from(mark), type: 'image/svg+xml' }
    : { body: Buffer.from(base64, 'base64'), type: 'image/png' }
}

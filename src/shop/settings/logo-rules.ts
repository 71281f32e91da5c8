import { Parser } from 'htmlparser2'

/** Elements of an SVG that neither run nor load anything. */
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
/** Elements that show nothing by themselves. They're dropped; any other unknown element is part of the picture. */
const INVISIBLE = /^(?:script|metadata|animate\w*|set|view|.+:.+)$/
/** In characters; base64 has four for three bytes of a PNG. */
const MAX_SVG = 30_000
const MAX_PNG = 90_000
/** How many elements are drawn: `use` and its like draw others again, so a short text can name millions. */
const MAX_DRAWN = 2_000
const PNG = /^data:image\/png;base64,(iVBORw0KGgo[A-Za-z0-9+/]+={0,2})$/

/** What `readLogo` accepts, as the end of a sentence. */
export const LOGO_FORMS =
  'must be an SVG drawing with a viewBox of at most 30 KB, or a PNG of at most 67 KB as a data URL'

/** A logo as it's stored, or why there's none, as the end of a sentence. */
export type ReadLogo = { logo: string } | { problem: string }

/**
 * The owner's logo as stored: an SVG rebuilt from an allowlist of elements, attributes and values, so that no script,
 * event handler, style or link to another site remains, or a PNG as a data URL. Refused: anything else, what's too large,
 * and a drawing that would lose a part of what it shows.
 */
export function readLogo(text: string): ReadLogo {
  if (text === '' || (text.length <= MAX_PNG && PNG.test(text))) return { logo: text }
  return text.length <= MAX_SVG ? rebuildSvg(text) : { problem: LOGO_FORMS }
}

/** Why a drawing with this element is refused. */
function reasonAgainst(element: string): string {
  if (/^(?:text|tspan|textPath|font\w*)$/.test(element))
    return `has letters (<${element}>), which other devices draw in other fonts; convert the text to paths in your drawing program`
  if (element === 'style')
    return 'has a style sheet (<style>); save it with presentation attributes (fill, stroke) instead of CSS, or as a PNG'
  return `has an element that can’t be shown safely (<${element}>); remove it, or save the logo as a PNG`
}

function rebuildSvg(text: string): ReadLogo {
  const count = createDrawnCount()
  let svg = ''
  let lost = ''
  let depth = 0
  /** The depth of an element that is dropped with its content. */
  let droppedAt = Number.POSITIVE_INFINITY
  let isMalformed = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (depth === 0 && (name !== 'svg' || svg !== '')) isMalformed = true
        if (!ELEMENTS.has(name) && depth < droppedAt) {
          droppedAt = depth
          if (!INVISIBLE.test(name)) lost ||= name
        }
        if (depth < droppedAt) {
          const allowed = allowedAttributes(attributes)
          svg += `<${name}${allowed}>`
          count.open(allowed)
        }
        depth++
      },
      onclosetag(name, isImplied) {
        depth--
        const isSelfClosing = isImplied && text[parser.endIndex - 1] === '/'
        if (isImplied && !isSelfClosing) isMalformed = true
        if (depth < droppedAt) count.close()
        if (depth < droppedAt) svg = isSelfClosing ? `${svg.slice(0, -1)}/>` : `${svg}</${name}>`
        else if (depth === droppedAt) droppedAt = Number.POSITIVE_INFINITY
      },
      onprocessinginstruction(name, data) {
        // An internal subset declares entities.
        if (name === '!doctype' && data.includes('[')) isMalformed = true
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.write(text)
  const isUnclosed = depth > 0
  parser.end()
  if (isMalformed || isUnclosed || !/^<svg[^>]* viewBox=/.test(svg)) return { problem: LOGO_FORMS }
  if (lost !== '') return { problem: reasonAgainst(lost) }
  if (count.drawn() > MAX_DRAWN)
    return { problem: 'draws the same parts too many times (<use>, masks); save it with plain paths, or as a PNG' }
  return /<(?:path|rect|circle|ellipse|line|poly)/.test(svg) ? { logo: svg } : { problem: LOGO_FORMS }
}

interface Drawn {
  id: string
  /** What it refers to, by id. */
  references: string[]
  children: Drawn[]
  /** How many elements are drawn with it; undefined while that isn't known. */
  count?: number
}

/** Counts the elements that a drawing draws, with those that others refer to as often as they're drawn. */
function createDrawnCount() {
  const root: Drawn = { id: '', references: [], children: [] }
  const byId = new Map<string, Drawn>()
  const open = [root]

  function countOf(element: Drawn): number {
    if (element.count !== undefined) return element.count
    // Whatever refers to itself has no end.
    element.count = Number.POSITIVE_INFINITY
    const referred = element.references.flatMap((id) => byId.get(id) ?? [])
    element.count = [...element.children, ...referred].reduce((sum, one) => sum + countOf(one), 1)
    return element.count
  }

  return {
    open(attributes: string): void {
      const element: Drawn = {
        id: / id="([^"]*)"/.exec(attributes)?.[1] ?? '',
        references: Array.from(attributes.matchAll(/(?:href="|url\()#([\w.-]+)/g), ([, id = '']) => id),
        children: [],
      }
      if (!byId.has(element.id)) byId.set(element.id, element)
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    close: () => void open.pop(),
    drawn: () => countOf(root),
  }
}

/** Numbers, lengths and keywords: without brackets, colons, slashes and backslashes they can't name an address. */
const PLAIN = /^[\w\s.,+%-]*$/
const REFERENCE = /^#[\w.-]+$/
const PAINT =
  /^(?:[a-z]+|#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%]+\)|url\(#[\w.-]+\)(?:\s+(?:[a-z]+|#[0-9a-f]{3,8}))?)$/i
const TRANSFORM = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([\w\s.,+-]*\)[\s,]*)*$/

/** The values of attributes that aren't plain: colours, references within the drawing, and names of SVG's own. */
const VALUES: Readonly<Record<string, RegExp>> = {
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
  'xmlns:xlink': /^http:\/\/www\.w3\.org\/1999\/xlink$/,
  href: REFERENCE,
  'xlink:href': REFERENCE,
  fill: PAINT,
  stroke: PAINT,
  'stop-color': PAINT,
  color: PAINT,
  'clip-path': PAINT,
  mask: PAINT,
  transform: TRANSFORM,
  gradientTransform: TRANSFORM,
}

function allowedAttributes(attributes: Readonly<Record<string, string>>): string {
  let allowed = ''
  for (const [name, value] of Object.entries({ ...attributes, ...declarationsOf(attributes.style) }))
    if (ATTRIBUTES.has(name) && (VALUES[name] ?? PLAIN).test(value)) allowed += ` ${name}="${value}"`
  return allowed
}

/** The declarations of a `style` attribute, as attributes: drawing programs write colours there. */
function declarationsOf(style = ''): Record<string, string> {
  const pairs = style.split(';').map((one) => one.split(':').map((part) => part.trim()))
  return Object.fromEntries(pairs.flatMap(([name = '', value]) => (value ? [[name, value]] : [])))
}

/** The bytes and media type of a stored logo. */
export function logoFile(logo: string): { body: Buffer; type: string } {
  const [, base64] = PNG.exec(logo) ?? []
  return base64 === undefined
    ? { body: Buffer.from(logo), type: 'image/svg+xml' }
    : { body: Buffer.from(base64, 'base64'), type: 'image/png' }
}

/** The width of a stored logo by its height, from its viewBox or the header of the PNG; 1 if they have none. */
export function logoRatio(logo: string): number {
  const { body, type } = logoFile(logo)
  const viewBox = / viewBox="([^"]+)"/.exec(logo)?.[1] ?? ''
  const [width = 0, height = 0] =
    type !== 'image/png'
      ? viewBox
          .trim()
          .split(/[\s,]+/)
          .slice(2)
          .map(Number)
      : body.length < 24
        ? []
        : [body.readUInt32BE(16), body.readUInt32BE(20)]
  return width > 0 && height > 0 ? width / height : 1
}

import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF as a viewer's search finds it: the glyphs of each text operator, mapped to Unicode by their font
 * (ISO 32000-2, 9.10). Only for PDFs that the shop wrote, whose objects are not packed. One line of text is one line here.
 */
export function pdfText(file: Buffer): string {
  const objects = objectsOf(file)
  const maps = new Map<string, Map<string, string>>()
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
      if (unicode) maps.set(name, readMap(streamOf(objects.get(unicode) ?? '')))
    }
  return contentsOf(objects)
    .filter((content) => content.includes('BT\n'))
    .map((content) => pageText(content, maps))
    .join('\f')
}

/** The drawing operators of a PDF's pages, and its other streams. */
export function pdfContents(file: Buffer): string[] {
  return contentsOf(objectsOf(file))
}

function objectsOf(file: Buffer): Map<string, string> {
  const source = file.toString('latin1')
  return new Map(
    Array.from(source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g), ([, id = '', body = '']) => [id, body]),
  )
}

function contentsOf(objects: ReadonlyMap<string, string>): string[] {
  return [...objects.values()].filter((body) => body.includes('stream\n')).map((body) => streamOf(body))
}

function streamOf(body: string): string {
  const start = body.indexOf('stream\n') + 'stream\n'.length
  const raw = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
  if (!body.includes('/FlateDecode')) return raw.toString('latin1')
  try {
    return inflateSync(raw).toString('latin1')
  } catch {
    return ''
  }
}

/** Maps glyph codes to text, from lines such as `<0000> <0005> [<0041> <0042> …]`. */
function readMap(cmap: string): Map<string, string> {
  const map = new Map<string, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    const codes = [...list.matchAll(/<([0-9a-f ]+)>/gi)]
    for (const [offset, [, hex = '']] of codes.entries()) {
      const code = (Number.parseInt(first, 16) + offset).toString(16).padStart(4, '0')
      map.set(code, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return map
}

function pageText(content: string, maps: Map<string, Map<string, string>>): string {
  const lines = [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = '']) => {
    const map = maps.get(/\/(F\d+) /.exec(block)?.[1] ?? '')
    return [...block.matchAll(/<([0-9a-f]+)>/gi)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((code) => map?.get(code.toLowerCase()) ?? '')
      .join('')
  })
  return lines.join('\n')
}

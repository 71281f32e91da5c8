import { Parser } from 'htmlparser2'
import { type Lines, readCsvRows } from './csv.server.ts'
import { MAX_DEPTH } from './plain-text.server.ts'

/** An item of a Google Merchant feed: its line in the file, and its values by attribute name (`attributeName`). */
export interface GoogleItem {
  line: number
  fields: Map<string, string[]>
}

/** Longer values are cut; Google's longest attribute has 5,000 characters. */
const MAX_VALUE = 50_000

/** The name of an attribute in Google's specification: `g:image_link`, `Image Link` and `image_link` are the same. */
export function attributeName(name: string): string {
  return name
    .replace(/^.*:/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** True if a file's first line begins RSS or Atom. */
export const isXml = (first: string) => /^[\uFEFF\s]*<(?:\?xml|rss|feed)\b/i.test(first)

/** The items of a text feed (separated by tabs or commas). */
export async function* readTextItems(lines: Lines): AsyncGenerator<GoogleItem> {
  for await (const { line, cells } of readCsvRows(lines)) {
    const fields = new Map<string, string[]>()
    for (const [name, value] of Object.entries(cells)) addValue(fields, name, value)
    yield { line, fields }
  }
}

/**
 * The items of an RSS 2.0 or Atom feed. A final problem says why no more was read. DTD entities aren't expanded.
 */
export async function* readXmlItems(lines: Lines): AsyncGenerator<GoogleItem | { problem: string }> {
  const finished: GoogleItem[] = []
  let line = 0
  let item: GoogleItem | null = null
  let depth = 0
  let text = ''
  let open = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++open > MAX_DEPTH) parser.pause()
        if (item) {
          depth++
          // Atom writes the URL of a link as an attribute.
          if (depth === 1) text = attributes.href ?? ''
        } else if (/^(?:item|entry)$/i.test(name)) item = { line, fields: new Map() }
      },
      ontext(part) {
        if (item && depth === 1 && text.length < MAX_VALUE) text += part.slice(0, MAX_VALUE)
      },
      onclosetag(name) {
        open--
        if (!item) return
        if (depth === 0) {
          finished.push(item)
          item = null
          return
        }
        if (depth === 1) addValue(item.fields, name, text)
        depth--
      },
    },
    { xmlMode: true },
  )
  for await (const part of lines) {
    line++
    parser.write(`${part}\n`)
    yield* finished.splice(0)
    if (open > MAX_DEPTH) return yield { problem: `elements after this one are nested more than ${MAX_DEPTH} deep` }
  }
  // `end` closes elements left open by the file.
  const isOpen = item !== null
  parser.end()
  yield* isOpen ? [{ problem: 'the file ends inside the item after this one' }] : finished
}

function addValue(fields: Map<string, string[]>, name: string, value: string): void {
  const text = value.trim()
  if (text === '') return
  const known = attributeName(name)
  const values = fields.get(known)
  if (values) values.push(text)
  else fields.set(known, [text])
}

import { markdownWords } from '#platform/text/markdown.server.ts'
import { LISTING_PATH, PRODUCT_PATH } from '../catalog/product/former-paths.ts'
import { MAX_HTML, parseHtml, plainText, withoutControls } from './plain-text.server.ts'

/** A run of text in one style. */
interface Run {
  text: string
  bold: boolean
  italic: boolean
  href: string
}

interface List {
  ordered: boolean
  count: number
}

const IGNORED = new Set('script style template noscript iframe object svg math title textarea select'.split(' '))
const BLOCKS = new Set(
  'p div section article header footer ul ol li table tr blockquote pre hr dl dt dd h1 h2 h3 h4 h5 h6'.split(' '),
)

/**
 * A description in HTML as plain text, or as Markdown if it has lists, links or emphasis: `description` is then empty, because the
 * import makes the plain text from the Markdown. Other HTML is dropped. A text that Markdown can't hold word by word stays plain.
 * HTML that is too long is returned as it is, which is too long for a description, so the import names its row.
 */
export function readHtmlDescription(html: string): { description: string; descriptionMarkdown?: string } {
  if (html.length > MAX_HTML) return { description: html }
  const markdown = toMarkdown(html)
  return markdown === null ? { description: plainText(html) } : { description: '', descriptionMarkdown: markdown }
}

/** A text without white space. */
function lettersOf(text: string): string {
  return text.replace(/\s+/g, '')
}

/** Null for a text without lists, links or emphasis, and for one that would not read the same as Markdown. */
function toMarkdown(html: string): string | null {
  const blocks: { text: string; list: List | undefined }[] = []
  const lists: List[] = []
  const hasBreaks = /<(?:p|br|div|li)\b/i.test(html)
  let runs: Run[] = []
  let [bold, italic, ignored, isRich, inItem] = [0, 0, 0, false, false]
  const hrefs: string[] = []
  let words = ''
  const add = (text: string) => {
    words += text
    runs.push({ text, bold: bold > 0, italic: italic > 0, href: hrefs.at(-1) ?? '' })
  }
  const endBlock = () => {
    const text = writeRuns(runs)
    runs = []
    if (text === '') return
    const list = lists.at(-1)
    if (!list || !inItem) blocks.push({ text: escapeStart(text), list: undefined })
    else {
      isRich = true
      blocks.push({ text: `${list.ordered ? `${++list.count}.` : '-'} ${text.replaceAll('\n', ' ')}`, list })
    }
  }
  parseHtml(html, {
    onopentag(name, { href }) {
      if (IGNORED.has(name)) ignored++
      if (BLOCKS.has(name)) endBlock()
      if (name === 'ul' || name === 'ol') lists.push({ ordered: name === 'ol', count: 0 })
      if (name === 'li') inItem = true
      if (/^(?:b|strong|h[1-6])$/.test(name)) bold++
      if (/^(?:i|em)$/.test(name)) italic++
      if (name === 'a') hrefs.push(safeHref(href))
      if (name === 'br') add('\n')
    },
    onclosetag(name) {
      if (IGNORED.has(name)) ignored--
      if (BLOCKS.has(name)) endBlock()
      if (name === 'ul' || name === 'ol') lists.pop()
      if (name === 'li' || name === 'ul' || name === 'ol') inItem = name !== 'li' && lists.length > 0
      if (/^(?:b|strong|h[1-6])$/.test(name)) bold--
      if (/^(?:i|em)$/.test(name)) italic--
      if (name === 'a') hrefs.pop()
    },
    ontext(part) {
      if (ignored > 0) return
      const text = withoutControls(part)
      if ((bold > 0 || italic > 0 || hrefs.at(-1)) && text.trim() !== '') isRich = true
      add(hasBreaks ? text.replace(/\s+/g, ' ') : text.replace(/[^\S\n]+/g, ' '))
    },
  })
  endBlock()
  if (!isRich) return null
  const markdown = blocks.reduce((all, { text, list }, at) => {
    if (at === 0) return text
    // Items of a list are separated by a line break, other blocks by an empty line.
    return `${all}${list && blocks[at - 1]?.list === list ? '\n' : '\n\n'}${text}`
  }, '')
  return lettersOf(markdownWords(markdown)) === lettersOf(words) ? markdown : null
}

/** The runs as Markdown. Neighbours of the same style share their marks. */
function writeRuns(runs: readonly Run[]): string {
  const merged: Run[] = []
  for (const run of runs) {
    const last = merged.at(-1)
    const same = last && last.bold === run.bold && last.italic === run.italic && last.href === run.href
    if (same) last.text += run.text
    else merged.push({ ...run })
  }
  const text = merged.map((run, at) => writeRun(run, merged[at - 1]?.text, merged[at + 1]?.text)).join('')
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

function writeRun({ text, bold, italic, href }: Run, previous = '', next = ''): string {
  const words = text.trim()
  if (words === '') return text
  let [before, after] = [text.slice(0, text.length - text.trimStart().length), text.slice(text.trimEnd().length)]
  const escaped = words.replace(/[\\*_`[\]<>~|]|&(?=#?\w+;)/g, '\\$&')
  const marks = '*'.repeat((bold ? 2 : 0) + (italic ? 1 : 0))
  const strong = `${marks}${escaped}${marks}`
  // "**Fabric:**cotton" is no emphasis in Markdown: it needs a space.
  if (marks !== '' && /^[^\p{L}\p{N}]/u.test(words) && /[\p{L}\p{N}]$/u.test(previous)) before ||= ' '
  if (marks !== '' && /[^\p{L}\p{N}]$/u.test(words) && /^[\p{L}\p{N}]/u.test(next)) after ||= ' '
  return `${before}${href === '' ? strong : `[${strong}](${href})`}${after}`
}

/** Escapes what would start a heading, a list item or a line below a heading in Markdown. */
function escapeStart(text: string): string {
  return text.replace(/^[-+=#:]/gm, '\\$&').replace(/^(\d{1,9})(?=[.)])/gm, '$1\\')
}

/**
 * The path of a link to a page of the previous shop, which this shop redirects to its own page. Empty for any other
 * link, because public pages don't link to other sites: only the words of the link stay.
 */
function safeHref(href = ''): string {
  const path = /^\/[^/\\][^?#\s]*/.exec(href.trim())?.[0] ?? ''
  if (!PRODUCT_PATH.test(path) && !LISTING_PATH.test(path)) return ''
  return path.replaceAll('(', '%28').replaceAll(')', '%29')
}

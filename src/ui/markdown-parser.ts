/*
 * A subset of Markdown: headings, paragraphs, flat lists, bold, italics, line breaks (two spaces or a backslash at the end of
 * a line), and links to https, mailto and paths of this shop. Everything else, HTML too, is shown as it was typed.
 */

export type Inline =
  | string
  | { tag: 'strong' | 'em'; children: Inline[] }
  | { tag: 'a'; href: string; children: Inline[] }
  | { tag: 'br' }

/** `h2` is for `#` and `##`, because a page has its own h1. Only lists have more than one item. */
export interface Block {
  tag: 'h2' | 'h3' | 'p' | 'ul' | 'ol'
  items: Inline[][]
}

interface RawBlock {
  tag: Block['tag']
  items: string[]
}

const HEADING = /^ {0,3}(#{1,6}) +(.+)$/
const BULLET = /^\s*[-*+] +(?=\S)/
const NUMBER = /^\s*\d{1,9}[.)] +(?=\S)/

/** A text as blocks; with `keepsLines` each line of a paragraph is a line, as in descriptions that were typed without Markdown. */
export function parseMarkdown(text: string, { keepsLines = false } = {}): Block[] {
  return readBlocks(text, keepsLines).map(({ tag, items }) => ({ tag, items: items.map(parseInline) }))
}

function readBlocks(text: string, keepsLines: boolean): RawBlock[] {
  const blocks: RawBlock[] = []
  let isAfterBlank = true
  for (const line of text.split(/\r\n?|\n/)) {
    const last = blocks.at(-1)
    const [, marks, title] = HEADING.exec(line) ?? []
    const tag = BULLET.test(line) ? 'ul' : NUMBER.test(line) ? 'ol' : 'p'
    if (marks && title) blocks.push({ tag: marks.length > 2 ? 'h3' : 'h2', items: [title] })
    else if (tag !== 'p') {
      const item = line.replace(BULLET, '').replace(NUMBER, '')
      if (last?.tag === tag) last.items.push(item)
      else blocks.push({ tag, items: [item] })
    } else if (line.trim() !== '') {
      if (isAfterBlank || !last || last.tag.startsWith('h')) blocks.push({ tag, items: [line.trimStart()] })
      else last.items.push(joinLines(last.items.pop() ?? '', line, keepsLines))
    }
    isAfterBlank = line.trim() === ''
  }
  return blocks
}

function joinLines(before: string, line: string, keepsLines: boolean): string {
  const start = keepsLines ? `${before}\n` : before.replace(/ {2,}$|\\$/, '\n').replace(/(?<!\n)$/, ' ')
  return `${start}${line.trimStart()}`
}

/** Escaped character · bold · italics with a star, with underscores · link · line break. Each runs in linear time. */
const INLINE =
  /\\([!-/:-@[-`{-~])|\*\*(?!\s)((?:\\.|[^*\\])+)\*\*|\*(?!\s)((?:\\.|[^*\\])+)\*|(?<!\w)_(?!\s)((?:\\.|[^_\\])+)_(?!\w)|\[((?:\\.|[^[\]\\])+)\]\(([^()\s]+)\)|\n/g
const SAFE_LINK = /^(?:https:\/\/|mailto:|\/(?![/\\]))/i

function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [all, escaped, bold, star, underscore, label, href = ''] = match
    parts.push(text.slice(end, match.index))
    end = match.index + all.length
    const italic = star ?? underscore
    if (escaped !== undefined) parts.push(escaped)
    else if (bold !== undefined) parts.push({ tag: 'strong', children: parseInline(bold) })
    else if (italic !== undefined) parts.push({ tag: 'em', children: parseInline(italic) })
    else if (label === undefined) parts.push({ tag: 'br' })
    else if (!SAFE_LINK.test(href)) parts.push(...parseInline(label))
    else parts.push({ tag: 'a', href, children: parseInline(label) })
  }
  return [...parts, text.slice(end)].filter((part) => part !== '')
}

/** The words of a Markdown text, each block and list item on a line of its own. */
export function markdownWords(text: string, options: { keepsLines?: boolean } = {}): string {
  return parseMarkdown(text, options)
    .flatMap(({ items }) => items.map(wordsOf))
    .join('\n')
}

function wordsOf(parts: readonly Inline[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : part.tag === 'br' ? '\n' : wordsOf(part.children)))
    .join('')
}

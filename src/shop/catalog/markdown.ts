/*
 * The part of Markdown that descriptions have: paragraphs, lists, bold, italics and https links. HTML in it is text.
 */

export type Inline =
  | string
  | { tag: 'strong' | 'em'; children: Inline[] }
  | { tag: 'a'; href: string; children: Inline[] }

export interface Block {
  tag: 'p' | 'ul' | 'ol'
  /** The items of a list; a paragraph has one. */
  items: Inline[][]
}

const ITEM = /^(?:[-*+] |\d{1,4}[.)] )/
const MARK =
  /\\([\\`*_[\]()#+.!>-])|\*\*((?:\\.|[^\\])+?)\*\*|([*_])((?:\\.|[^\\])+?)\3|\[((?:\\.|[^\\\]])*)\]\((https:\/\/[^\s()<>]+)\)/s

/** A Markdown text as blocks. What is none of the known marks stays as it was written. */
export function parseMarkdown(text: string): Block[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(parseBlock)
}

function parseBlock(block: string): Block {
  const lines = block.split('\n')
  if (!lines.every((line) => ITEM.test(line))) return { tag: 'p', items: [parseInline(block)] }
  return {
    tag: /^\d/.test(block) ? 'ol' : 'ul',
    items: lines.map((line) => parseInline(line.replace(ITEM, ''))),
  }
}

function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let rest = text
  for (let found = MARK.exec(rest); found; found = MARK.exec(rest)) {
    const [whole, escaped, strong, , em, label, href] = found
    if (found.index > 0) parts.push(rest.slice(0, found.index))
    if (escaped !== undefined) parts.push(escaped)
    else if (strong !== undefined) parts.push({ tag: 'strong', children: parseInline(strong) })
    else if (em !== undefined) parts.push({ tag: 'em', children: parseInline(em) })
    else if (href !== undefined) parts.push({ tag: 'a', href, children: parseInline(label ?? '') })
    rest = rest.slice(found.index + whole.length)
  }
  if (rest !== '') parts.push(rest)
  return parts
}

/** The words of a Markdown text, each block and list item on a line. */
export function markdownWords(text: string): string {
  return parseMarkdown(text)
    .flatMap(({ items }) => items.map(wordsOf))
    .join('\n')
}

function wordsOf(parts: readonly Inline[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : wordsOf(part.children))).join('')
}

import type { ReactNode } from 'react'

/**
 * Shows a subset of Markdown: headings, paragraphs, flat lists, bold, italics, line breaks (two spaces or a backslash at the
 * end of a line), and links to https, mailto and paths of this shop. All else stands there as it was typed, HTML too.
 * `#` and `##` become an h2, because a page has its own h1.
 */
export function Markdown({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`grid gap-3 text-pretty break-words text-ink-2 ${className}`}>
      {readBlocks(text).map(showBlock)}
    </div>
  )
}

type Block = { kind: 'h2' | 'h3' | 'p' | 'ul' | 'ol'; items: string[] }

const HEADING = /^ {0,3}(#{1,6}) +(.+)$/
const BULLET = /^\s*[-*+] +(?=\S)/
const NUMBER = /^\s*\d{1,9}[.)] +(?=\S)/

function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let isAfterBlank = true
  for (const line of text.split(/\r\n?|\n/)) {
    const last = blocks.at(-1)
    const [, marks, title] = HEADING.exec(line) ?? []
    const kind = BULLET.test(line) ? 'ul' : NUMBER.test(line) ? 'ol' : 'p'
    if (marks && title) blocks.push({ kind: marks.length > 2 ? 'h3' : 'h2', items: [title] })
    else if (kind !== 'p') {
      const item = line.replace(BULLET, '').replace(NUMBER, '')
      if (last?.kind === kind) last.items.push(item)
      else blocks.push({ kind, items: [item] })
    } else if (line.trim() !== '') {
      if (isAfterBlank || !last || last.kind.startsWith('h')) blocks.push({ kind, items: [line.trimStart()] })
      else last.items.push(joinLines(last.items.pop() ?? '', line))
    }
    isAfterBlank = line.trim() === ''
  }
  return blocks
}

function joinLines(before: string, line: string): string {
  return `${before.replace(/ {2,}$|\\$/, '\n').replace(/(?<!\n)$/, ' ')}${line.trimStart()}`
}

function showBlock({ kind, items }: Block, key: number): ReactNode {
  const [first = ''] = items
  if (kind === 'p') return <p key={key}>{showInline(first)}</p>
  if (kind === 'h2')
    return (
      <h2 key={key} className="pt-5 font-wide text-lg font-extrabold text-ink first:pt-0">
        {showInline(first)}
      </h2>
    )
  if (kind === 'h3')
    return (
      <h3 key={key} className="pt-2 font-bold text-ink">
        {showInline(first)}
      </h3>
    )
  const List = kind
  return (
    <List key={key} className={`grid gap-2 pl-5 ${kind === 'ul' ? 'list-disc' : 'list-decimal'}`}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity and are never reordered.
        <li key={index}>{showInline(item)}</li>
      ))}
    </List>
  )
}

/** Escaped character · bold · italics with a star, with underscores · link · line break. Each runs in linear time. */
const INLINE =
  /\\([!-/:-@[-`{-~])|\*\*(?!\s)((?:\\.|[^*\\])+)\*\*|\*(?!\s)((?:\\.|[^*\\])+)\*|(?<!\w)_(?!\s)((?:\\.|[^_\\])+)_(?!\w)|\[((?:\\.|[^[\]\\])+)\]\(([^()\s]+)\)|\n/g
const SAFE_LINK = /^(?:https:\/\/|mailto:|\/(?![/\\]))/i

function showInline(text: string): ReactNode[] {
  const shown: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [all, escaped, bold, star, underscore, label, href = ''] = match
    shown.push(text.slice(end, match.index))
    end = match.index + all.length
    const key = match.index
    const italic = star ?? underscore
    if (escaped !== undefined) shown.push(escaped)
    else if (bold !== undefined) shown.push(<strong key={key}>{showInline(bold)}</strong>)
    else if (italic !== undefined) shown.push(<em key={key}>{showInline(italic)}</em>)
    else if (label === undefined) shown.push(<br key={key} />)
    else if (!SAFE_LINK.test(href)) shown.push(...showInline(label))
    else
      shown.push(
        <a key={key} href={href} rel="noopener noreferrer" className="underline underline-offset-4">
          {showInline(label)}
        </a>,
      )
  }
  return [...shown, text.slice(end)]
}

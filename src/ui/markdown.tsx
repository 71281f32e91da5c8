import type { ReactNode } from 'react'
import { type Block, type Inline, parseMarkdown } from './markdown-parser.ts'

type Props = { text: string; className?: string; keepsLines?: boolean }

/** Shows Markdown as elements: HTML in the text is shown, not rendered. `keepsLines`: as in parseMarkdown. */
export function Markdown({ text, className = '', keepsLines = false }: Props) {
  return (
    <div className={`grid gap-3 text-pretty break-words text-ink-2 ${className}`}>
      {parseMarkdown(text, { keepsLines }).map(showBlock)}
    </div>
  )
}

function showBlock({ tag, items }: Block, key: number): ReactNode {
  const [first = []] = items
  if (tag === 'p') return <p key={key}>{first.map(showInline)}</p>
  if (tag === 'h2')
    return (
      <h2 key={key} className="pt-5 font-wide text-lg font-extrabold text-ink first:pt-0">
        {first.map(showInline)}
      </h2>
    )
  if (tag === 'h3')
    return (
      <h3 key={key} className="pt-2 font-bold text-ink">
        {first.map(showInline)}
      </h3>
    )
  const List = tag
  return (
    <List key={key} className={`grid gap-2 pl-5 ${tag === 'ul' ? 'list-disc' : 'list-decimal'}`}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity and are never reordered.
        <li key={index}>{item.map(showInline)}</li>
      ))}
    </List>
  )
}

function showInline(part: Inline, key: number): ReactNode {
  if (typeof part === 'string') return part
  if (part.tag === 'br') return <br key={key} />
  if (part.tag !== 'a') return <part.tag key={key}>{part.children.map(showInline)}</part.tag>
  return (
    <a key={key} href={part.href} rel="noopener noreferrer" className="underline underline-offset-4">
      {part.children.map(showInline)}
    </a>
  )
}

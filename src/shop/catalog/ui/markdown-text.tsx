import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { type Block, type Inline, parseMarkdown } from '../markdown.ts'

/** A description with its paragraphs, lists and links, as elements: no HTML of an imported file reaches the page. */
export function MarkdownText({ text }: { text: string }) {
  return createElement(
    'div',
    { className: 'grid max-w-160 content-start gap-3 text-base text-ink-2' },
    ...parseMarkdown(text).map(blockOf),
  )
}

function blockOf({ tag, items }: Block): ReactElement {
  if (tag === 'p') return <p className="whitespace-pre-line">{inline(items[0])}</p>
  const className = `grid gap-1 pl-5 ${tag === 'ul' ? 'list-disc' : 'list-decimal'}`
  return createElement(tag, { className }, ...items.map((item) => createElement('li', null, inline(item))))
}

/** Spread children need no keys: the text never changes in place. */
function inline(parts: readonly Inline[] = []): ReactElement {
  return createElement(Fragment, null, ...parts.map(partOf))
}

function partOf(part: Inline): ReactNode {
  if (typeof part === 'string') return part
  if (part.tag !== 'a') return <part.tag>{inline(part.children)}</part.tag>
  return (
    <a href={part.href} rel="nofollow noopener" className="underline underline-offset-2">
      {inline(part.children)}
    </a>
  )
}

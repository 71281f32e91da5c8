/** What the buttons of a Markdown field do. */
export type Format = 'bold' | 'link' | 'list' | 'heading'

/** Text to put in the place of `from` to `to`, and what is selected afterwards, by places in the new text. */
export interface Edit {
  from: number
  to: number
  insert: string
  select: readonly [number, number]
}

/** A text and what is selected in it. */
interface Selected {
  text: string
  start: number
  end: number
}

/** How a format changes a text; given twice, it's taken away again. `words`: what stands for a missing selection. */
export function formatText(format: Format, selected: Selected, words: string): Edit {
  if (format === 'bold') return toggleBold(selected, words)
  if (format === 'link') return insertLink(selected, words)
  return toggleLines(selected, format === 'list' ? '- ' : '## ', format === 'list' ? LIST : HEADING)
}

const BOLD = '**'

function toggleBold({ text, start, end }: Selected, words: string): Edit {
  const isWrapped = text.slice(start - BOLD.length, start) === BOLD && text.slice(end, end + BOLD.length) === BOLD
  const inner = text.slice(start, end)
  if (isWrapped && inner !== '') {
    const from = start - BOLD.length
    return { from, to: end + BOLD.length, insert: inner, select: [from, from + inner.length] }
  }
  // A mark beside a space makes nothing bold.
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? []
  const bold = core === '' ? words : core
  const at = start + before.length + BOLD.length
  return { from: start, to: end, insert: `${before}${BOLD}${bold}${BOLD}${after}`, select: [at, at + bold.length] }
}

const ADDRESS = /^(?:https?:\/\/|mailto:|\/)\S+$/i

/** Selects what is still missing: the words, or the address. */
function insertLink({ text, start, end }: Selected, words: string): Edit {
  const inner = text.slice(start, end).trim()
  const isAddress = ADDRESS.test(inner)
  const [shown, address] = isAddress ? [words, inner] : [inner === '' ? words : inner, '/categories']
  const at = start + (isAddress || inner === '' ? 1 : shown.length + 3)
  return {
    from: start,
    to: end,
    insert: `[${shown}](${address})`,
    select: [at, at + (isAddress || inner === '' ? shown : address).length],
  }
}

const LIST = /^[-*] /
const HEADING = /^#{1,6} /

/** Gives the lines of the selection a beginning, or takes it away if all have it. */
function toggleLines({ text, start, end }: Selected, mark: string, known: RegExp): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', Math.max(start, end - 1))
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  const isOn = filled.length > 0 && filled.every((line) => known.test(line))
  const change = (line: string) => (isOn ? line.replace(known, '') : `${mark}${line.replace(known, '')}`)
  const insert = lines.map((line) => (line.trim() === '' && filled.length > 0 ? line : change(line))).join('\n')
  const isOne = lines.length === 1
  return {
    from,
    to,
    insert,
    select: isOne ? [from + insert.length, from + insert.length] : [from, from + insert.length],
  }
}

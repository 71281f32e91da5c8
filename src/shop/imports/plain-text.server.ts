import { type Handler, Parser } from 'htmlparser2'

/** The longest HTML that is read, in characters: twenty times the longest description. */
export const MAX_HTML = 200_000

/** How deep elements are nested at most: the parser takes time in proportion to it at each tag. No editor's HTML comes near. */
export const MAX_DEPTH = 256

type HtmlHandler = Pick<Handler, 'onopentag' | 'onclosetag' | 'ontext'>

/** Reads HTML. All elements are closed where they are nested too deep, and what follows is read as if they had ended there. */
export function parseHtml(html: string, { onopentag, onclosetag, ontext }: HtmlHandler): void {
  for (let rest = html; rest !== ''; ) {
    const open: string[] = []
    const parser = new Parser({
      onopentag(...tag) {
        onopentag?.(...tag)
        if (open.push(tag[0]) > MAX_DEPTH) parser.pause()
      },
      onclosetag(...tag) {
        open.pop()
        onclosetag?.(...tag)
      },
      ontext,
    })
    parser.write(rest)
    const isWhole = open.length <= MAX_DEPTH
    if (isWhole) parser.end()
    else for (const name of open.reverse()) onclosetag?.(name, true)
    rest = isWhole ? '' : rest.slice(parser.endIndex + 1)
  }
}

/** Elements that begin and end a line. */
const BREAKS = new Set('br p div li h1 h2 h3 h4 h5 h6'.split(' '))
const IGNORED = new Set(['script', 'style'])

/** HTML as plain text: paragraphs and breaks become line breaks, other tags are removed. The rest of a longer one is dropped. */
export function plainText(html: string): string {
  let text = ''
  let ignored = 0
  parseHtml(html.slice(0, MAX_HTML), {
    onopentag(name) {
      if (IGNORED.has(name)) ignored++
      if (BREAKS.has(name)) text += '\n'
    },
    ontext(part) {
      if (ignored === 0) text += part
    },
    onclosetag(name) {
      if (IGNORED.has(name)) ignored--
      if (BREAKS.has(name)) text += '\n'
    },
  })
  const lines = withoutControls(text.replace(/\r/g, '\n')).split('\n')
  return lines
    .map((line) => line.replace(/[ \t\u00A0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** A text without control characters except tabs and line breaks. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F\uFFFD]/g, '')
}

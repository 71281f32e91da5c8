import { Parser } from 'htmlparser2'

/** The longest HTML that is read, in characters: twenty times the longest description. */
export const MAX_HTML = 200_000

/** Elements that begin and end a line. */
const BREAKS = new Set('br p div li h1 h2 h3 h4 h5 h6'.split(' '))
const IGNORED = new Set(['script', 'style'])

/** HTML as plain text: paragraphs and breaks become line breaks, other tags are removed. The rest of a longer one is dropped. */
export function plainText(html: string): string {
  let text = ''
  let ignored = 0
  const parser = new Parser({
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
  parser.end(html.slice(0, MAX_HTML))
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

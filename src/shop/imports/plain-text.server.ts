import { Parser } from 'htmlparser2'

/** HTML as plain text: paragraphs and breaks become line breaks, other tags are removed. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<\s*(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/gi, decodeEntity)
    .replace(/[ \t\u00A0]+/g, ' ')
    .replace(/ *\n\s*/g, '\n')
    .trim()
}

/** The character of an HTML entity. Empty for control characters, which the shop's texts can't contain. */
function decodeEntity(entity: string): string {
  let text = ''
  const parser = new Parser({
    ontext(part) {
      text += part
    },
  })
  parser.end(entity)
  return withoutControls(text)
}

/** A text without control characters except tabs and line breaks. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F\uFFFD]/g, '')
}

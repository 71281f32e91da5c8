import { escapeHtml } from './html.server.ts'

/** An XML element with text, less the characters that XML 1.0 forbids. */
export function xmlElement(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML forbids.
  return `<${name}>${escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))}</${name}>`
}

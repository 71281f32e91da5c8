/** The version that a change was made from, of its If-Match header (RFC 9110, 13.1.1), or null without one or for `*`. */
export function ifMatch(headers: Headers): string | null {
  const sent = headers.get('if-match')?.trim() ?? '*'
  return sent === '*' ? null : sent.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')
}

import { type Refusal, refuse } from './result.ts'

const NEEDED = 'Please say which version this changes, in the If-Match header.'

/** The version that a change was made from, of its If-Match header (RFC 9110, 13.1.1), or null without one or for `*`. */
export function ifMatch(headers: Headers): string | null {
  const sent = headers.get('if-match')?.trim() ?? '*'
  return sent === '*' ? null : sent.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')
}

/** The same for a record whose versions are numbers. Refused without one, and if it isn't a number. */
export function readIfMatch(headers: Headers): { ok: true; data: number } | Refusal<'version_needed'> {
  const version = ifMatch(headers) ?? ''
  return /^\d{1,9}$/.test(version) ? { ok: true, data: Number(version) } : refuse('version_needed', NEEDED)
}

import { type Refusal, refuse } from './result.ts'

const NEEDED = 'Please say which version this changes, in the If-Match header.'

/** The version in an `If-Match: "7"` header. Refused without one, and if it isn't a version. */
export function readIfMatch(headers: Headers): { ok: true; data: number } | Refusal<'version_needed'> {
  const version = /^"(\d{1,9})"$/.exec(headers.get('if-match')?.trim() ?? '')?.[1]
  return version === undefined ? refuse('version_needed', NEEDED) : { ok: true, data: Number(version) }
}

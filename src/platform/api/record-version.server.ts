import { createHash } from 'node:crypto'

type Fields = Readonly<Record<string, unknown>>

/**
 * The version of a record, for `If-Match`: a digest of each of its fields, so that it tells later which of them have changed. A
 * field that has its former value again hasn't.
 */
export function recordVersion(fields: Fields): string {
  return namesOf(fields)
    .map((name) => digestOf(fields[name]))
    .join('.')
}

/**
 * Those of some fields of a record that aren't what they were in a version; all of them if the version isn't one of its kind. None
 * if no version was sent (null).
 */
export function changedSince(version: string | null, now: Fields, names: readonly string[]): string[] {
  if (version === null) return []
  const [known, digests] = [namesOf(now), version.split('.')]
  if (digests.length !== known.length) return [...names]
  return names.filter((name) => digests[known.indexOf(name)] !== digestOf(now[name]))
}

const namesOf = (fields: Fields) => Object.keys(fields).toSorted()

/** 36 bits: enough to notice a change, and short enough for a header. */
function digestOf(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return createHash('sha256').update(text).digest('base64url').slice(0, 6)
}

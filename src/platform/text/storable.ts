/** True if the database can store a text: PostgreSQL's texts have no NUL, and its JSON no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The path of the first text, or name of a field, within a value that can't be stored. Null if all can. */
export function findUnstorable(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return path
    const found = findUnstorable(inner, path === '' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

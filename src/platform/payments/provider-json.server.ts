/**
 * The provider's JSON, or null if it can't be read. Without NUL characters, which JSON can have and PostgreSQL's texts
 * can't: the provider's customers type some of them.
 */
export function parseProviderJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
  } catch {
    return null
  }
}

/** The name under which a connection prepares a statement, or undefined for one that isn't prepared. */
export type StatementNames = (text: string, values: readonly unknown[]) => string | undefined

/** Beyond so many texts none gets a name, because every connection keeps what it prepared. */
const MAX_NAMED = 500

/** A statement with this comment isn't named, because its best plan depends on what is asked for. */
export const PLANNED_EACH_TIME = '/* planned each time */'

/**
 * Names statements with parameters from their second execution on: PostgreSQL parses and plans a named one once per
 * connection, which is a third of its time (docs/decisions/020). Texts that are built anew for each call occur once.
 */
export function createStatementNames(): StatementNames {
  const seen = new Map<string, string | undefined>()
  let count = 0
  return (text, values) => {
    if (values.length === 0 || text.includes(PLANNED_EACH_TIME)) return undefined
    const name = seen.get(text)
    if (name !== undefined) return name
    if (!seen.has(text)) {
      if (seen.size >= 2 * MAX_NAMED) return undefined
      seen.set(text, undefined)
      return undefined
    }
    if (count >= MAX_NAMED) return undefined
    const next = `s${++count}`
    seen.set(text, next)
    return next
  }
}

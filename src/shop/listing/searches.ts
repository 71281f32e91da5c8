import { visibleText } from '#platform/text/typed.ts'

/** The length of a counted search; longer ones are pasted texts. */
const MAX_LENGTH = 60

/** A PIN or the number of an order, or a phone number with its spaces and hyphens. A range of prices is neither. */
const NUMBER = /\p{Nd}{5}|(?:\p{Nd}[\s.()-]*){9}/u

/**
 * A search as it's counted: in small letters, with single spaces. Null if it says nothing, or could say who somebody is:
 * e-mail addresses, and numbers of five digits or more.
 */
export function normalizeSearch(typed: string): string | null {
  const text = visibleText(typed).toLowerCase().replace(/\s+/g, ' ')
  if (text === '' || text.length > MAX_LENGTH || text.includes('@') || !/[\p{L}\p{N}]/u.test(text)) return null
  return NUMBER.test(text) ? null : text
}

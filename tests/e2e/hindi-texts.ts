import hindi from '../../src/languages/hi.json' with { type: 'json' }

/** The Hindi texts by the English ones. */
export const WORDS: Readonly<Record<string, string>> = hindi

/** The Hindi of a text, which must be in the sources. */
export function hi(english: string, values: Record<string, string> = {}): string {
  const text = WORDS[english]
  if (text === undefined) throw new Error(`"${english}" is no text of the shop.`)
  return fill(text, values)
}

/** The text in English. It must have a Hindi one. */
export function en(english: string, values: Record<string, string> = {}): string {
  hi(english)
  return fill(english, values)
}

function fill(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), text)
}

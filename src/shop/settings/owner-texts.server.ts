import { language, t } from '#platform/text/t.ts'
import type { Settings } from './rules.ts'

/**
 * The owner's texts in the call's language: from the owner's own Hindi texts (setting `hindi.words`), or the shop's
 * translations of the standard texts. Others stay as they are.
 */
export function localizeOwnerTexts<T>(settings: Pick<Settings, 'hindi.words'>, data: T): T {
  if (language() === 'en') return data
  const words = new Map(
    settings['hindi.words'].split('\n').flatMap((line) => {
      const at = line.indexOf('=')
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
    }),
  )
  const translate = (value: unknown): unknown => {
    if (typeof value === 'string') return words.get(value) || t(value)
    if (Array.isArray(value)) return value.map(translate)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, translate(part)]))
  }
  // Safe cast: only texts are replaced, by texts.
  return translate(data) as T
}

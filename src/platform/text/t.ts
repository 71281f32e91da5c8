import { IntlMessageFormat } from 'intl-messageformat'
import { LANGUAGES, type Language } from './languages.ts'

/** Translations by the English text; both in ICU MessageFormat. */
export type Catalogue = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string | number>>

interface Languages {
  catalogues: Partial<Record<Language, Catalogue>>
  current: () => Language
}

const languages: Languages = { catalogues: {}, current: () => 'en' }
const formats = new Map<string, IntlMessageFormat>()

/** Sets the translations of this process, and the function that returns the current language. */
export function setLanguages(options: Languages): void {
  Object.assign(languages, options)
}

/**
 * A text in the current language: `t('{count, plural, one {# item} other {# items}}', { count })`, in ICU
 * MessageFormat. A text without a translation stays English; a text with arguments but no values keeps them, for
 * `<Fill>`.
 *
 * In pages this function doesn't run. Their build replaces each call by its text (./translate-plugin.server.ts), so
 * the text must be a literal.
 */
export function t(text: string, values?: Values): string {
  const translated = languages.catalogues[language()]?.[text] ?? text
  if (values === undefined) return translated
  const key = `${language()} ${translated}`
  const format = formats.get(key) ?? new IntlMessageFormat(translated, locale(), undefined, { ignoreTag: true })
  formats.set(key, format)
  return String(format.format(values))
}

/** The current language: a request's, or that of a mail's recipient. */
export function language(): Language {
  return languages.current()
}

/** For dates by `Intl`. */
export function locale(): string {
  return LANGUAGES[language()].locale
}

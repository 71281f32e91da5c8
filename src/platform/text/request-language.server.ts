import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from './languages.ts'

const storage = new AsyncLocalStorage<Language>()

/** Runs a function so that `t` gives texts in a language: that of a request or of a mail's recipient. */
export function runInLanguage<T>(language: Language, run: () => T): T {
  return storage.run(language, run)
}

/** The language of `runInLanguage`; English outside of it. */
export function currentLanguage(): Language {
  return storage.getStore() ?? 'en'
}

/** The parameter of every API call that `languageOf` reads. */
export const LANGUAGE_PARAMETER = 'language'

/**
 * The language of an API call, by its URL (`?language=hi`), so that each language has its own cached response. The
 * Accept-Language header is ignored: it mustn't change what the English screens show.
 */
export function languageOf(url: string): Language {
  return /[?&]language=hi(?:&|$)/.test(url) ? 'hi' : 'en'
}

/** A URL that already has a query, with `&language=` of the current language unless that's English. */
export function withLanguage(url: string): string {
  return currentLanguage() === 'en' ? url : `${url}&language=${currentLanguage()}`
}

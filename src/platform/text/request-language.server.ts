import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from './languages.ts'

const storage = new AsyncLocalStorage<Language>()

/** Runs a function whose texts are in a language: those of a request, or of a mail. */
export function runInLanguage<T>(language: Language, run: () => T): T {
  return storage.run(language, run)
}

/** The language of what is being done; English outside of `runInLanguage`. */
export function currentLanguage(): Language {
  return storage.getStore() ?? 'en'
}

/**
 * The language that a call asks for, by its address (`?language=hi`), so that each has its own cached response. A browser's list
 * of languages does not count: it must not change what the English screens show.
 */
export function languageOf(url: string): Language {
  return /[?&]language=hi(?:&|$)/.test(url) ? 'hi' : 'en'
}

/** An address with a query, with the language of what is being done where that is not English. */
export function withLanguage(address: string): string {
  return currentLanguage() === 'en' ? address : `${address}&language=${currentLanguage()}`
}

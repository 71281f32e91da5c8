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
 * The language that a call asks for. Only the Hindi screens ask for exactly `hi`: a browser's own list of languages does not
 * change what the English screens show.
 */
export function languageOf(headers: Headers): Language {
  return headers.get('accept-language') === 'hi' ? 'hi' : 'en'
}

import { currentLanguage } from '#platform/text/request-language.server.ts'
import { setLanguages } from '#platform/text/t.ts'
import hindi from './hi.json' with { type: 'json' }

/** Gives this process the shop's translations. Texts are in the language of `runInLanguage`. */
export function loadLanguages(): void {
  setLanguages({ catalogues: { hi: hindi }, current: currentLanguage })
}

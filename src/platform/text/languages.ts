/** The languages of the screens and mails. The first is the language of the source code. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-IN', path: '' },
  // Latin digits with Indian grouping, as Indian shops print prices.
  hi: { name: 'हिन्दी', locale: 'hi-IN-u-nu-latn', path: '/hi' },
} as const

export type Language = keyof typeof LANGUAGES

/**
 * The language of a page's path, and the path without it: `/hi/categories` is `/categories` in Hindi. A Hindi path has
 * one slash at its start after the cut: `//host` would be a URL of another host. Without `/hi`, the path is unchanged.
 */
export function splitLanguage(path: string): { language: Language; path: string } {
  const found = /^\/hi(?=\/|$)/.test(path)
  return found ? { language: 'hi', path: path.slice('/hi'.length).replace(/^\/*/, '/') } : { language: 'en', path }
}

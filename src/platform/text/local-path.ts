import { splitLanguage } from './languages.ts'
import { language } from './t.ts'

/** A page's path in the current language, for URLs that the router does not make: `/hi/categories`. */
export function localPath(path: string): string {
  return language() === 'hi' ? `/hi${path === '/' ? '' : path}` : path
}

/** The reverse: the path that the router has for a path of the address bar. */
export function routePath(path: string): string {
  return language() === 'hi' ? splitLanguage(path).path : path
}

import { splitLanguage } from './languages.ts'
import { language } from './t.ts'

/** A page's path in the current language, for URLs that the router doesn't create: `/hi/categories`. */
export function localPath(path: string): string {
  return language() === 'hi' ? `/hi${path === '/' ? '' : path}` : path
}

/** The reverse: the router's path for a path in the address bar. */
export function routePath(path: string): string {
  return language() === 'hi' ? splitLanguage(path).path : path
}

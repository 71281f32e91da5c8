import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { logProblem } from '#platform/browser/log-problem.ts'
import { t } from '#platform/text/t.ts'
import { showToast } from './toast-store.ts'

const NOT_LOADED = t('Part of this page couldn’t be loaded. Please reload the page.')
const OFFLINE = t('Part of this page couldn’t be loaded. Reload it when you’re back online.')

/**
 * A part of a page whose code is loaded when it's first shown. If loading fails (no connection, or a new version of the
 * shop), the part is left out and a toast says so, unless it's `extra`: something that scrolling shows and nobody asked for.
 * React's own `lazy` would replace the whole page with the error view.
 */
export function lazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  { extra = false } = {},
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      logProblem('A part of the page could not be loaded', error)
      if (!extra) showToast(navigator.onLine ? NOT_LOADED : OFFLINE, { tone: 'bad' })
      return { default: () => null }
    }
  })
}

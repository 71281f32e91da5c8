import type { LoaderFunction } from 'react-router'
import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { CallError } from '../api.ts'

/** The addresses that can be shown without the shop, and when one was last read. */
const kept = { urls: new Set<string>(), at: null as string | null }

/** True if what a path below `/admin`, with its query, shows can be shown without the shop. */
export const isKept = (path: string) => kept.urls.has(`${window.location.origin}/admin${path === '/' ? '' : path}`)

/** When a screen was last read, as ISO time. */
export const lastReadAt = () => kept.at

/**
 * A screen's loader, with which the screen stays, or can be gone back to, if the shop can't be reached when it's read again, as when a
 * phone wakes. Else what is open or half typed on it would go, and what asks again and again would stop.
 */
export function keepLastDataWhenOffline(loader: LoaderFunction): LoaderFunction {
  let last: { url: string; data: unknown } | null = null
  return async (args, context) => {
    const { url } = args.request
    try {
      const data = await loader(args, context)
      if (last !== null) kept.urls.delete(last.url)
      last = { url, data }
      kept.urls.add(url)
      kept.at = new Date().toISOString()
      return data
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 0 || last?.url !== url) throw error
      // The shell says it of a device without a connection.
      if (navigator.onLine) showToast(t('The shop can’t be reached. This is what was loaded before.'), { tone: 'bad' })
      return last?.data
    }
  }
}

import type { LoaderFunction } from 'react-router'
import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { CallError } from '../api.ts'

/**
 * A screen's loader, with which the screen stays if the shop can't be reached when it's read again, as when a phone wakes. Else
 * what is open or half typed on it would go, and what asks again and again would stop.
 */
export function keepLastDataWhenOffline(loader: LoaderFunction): LoaderFunction {
  let last: { url: string; data: unknown } | null = null
  return async (args, context) => {
    const { url } = args.request
    try {
      const data = await loader(args, context)
      last = { url, data }
      return data
    } catch (error) {
      const { origin, pathname, search } = window.location
      const isShown = last?.url === url && url === origin + pathname + search
      if (!(error instanceof CallError) || error.status !== 0 || !isShown) throw error
      showToast(t('The shop can’t be reached. You see what was read before.'), { tone: 'bad' })
      return last?.data
    }
  }
}

import { useSyncExternalStore } from 'react'

/** SPEC section 9: what counts as a narrow screen. */
export const NARROW = '(max-width: 768px)'

/** Whether a media query holds. `false` on the server and while the page hydrates: use it for behaviour, CSS for looks. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}

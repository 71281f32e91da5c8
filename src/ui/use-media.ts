import { useSyncExternalStore } from 'react'

/** SPEC section 9: the mobile breakpoint. */
export const NARROW = '(max-width: 768px)'

/** Below `--breakpoint-tablet`. */
export const ONE_COLUMN = '(max-width: 719.98px)'

/**
 * True if a media query matches. False on the server and during hydration: use it for behaviour, CSS for appearance.
 */
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

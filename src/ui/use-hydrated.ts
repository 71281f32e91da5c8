import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the server's HTML and until the page listens. A form's button waits for it: a press before that would be
 * the browser's own submit, which puts what was typed into the address.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

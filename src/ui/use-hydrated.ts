import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the server's HTML and until hydration. A form's button is disabled until then: the browser's own submit would
 * put the fields into the address.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

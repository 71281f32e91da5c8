/** True if the visitor asked to save data (Network Information API). False if the browser has no such setting. */
export function prefersReducedData(): boolean {
  const connection: unknown = typeof navigator === 'object' && 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

/**
 * When a link prefetches its page's modules. Never while saving data, or without a network, when the router would
 * reload.
 */
export const prefetchOn = <When extends 'intent' | 'viewport'>(when: When) =>
  prefersReducedData() || globalThis.navigator?.onLine === false ? 'none' : when

/** Whether the visitor has asked to save data (Network Information API); false where the browser has no such setting. */
export function prefersReducedData(): boolean {
  const connection: unknown = typeof navigator === 'object' && 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

/** When a link prefetches the modules of its page: never while data is saved, or without a network, where the router would reload. */
export const prefetchOn = <When extends 'intent' | 'viewport'>(when: When) =>
  prefersReducedData() || globalThis.navigator?.onLine === false ? 'none' : when

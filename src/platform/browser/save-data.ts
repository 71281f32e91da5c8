/** Whether the visitor wants to save data (Network Information API). A browser without this setting: no. */
export function savesData(): boolean {
  const connection: unknown = typeof navigator === 'object' && 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

/** When a link prefetches the modules of its page: never for a visitor who saves data. */
export const prefetchOn = <When extends 'intent' | 'viewport'>(when: When) => (savesData() ? 'none' : when)

/**
 * Whether the visitor asked to be spared (Save-Data, Network Information API): then nothing is fetched that nobody has
 * asked for yet. A browser that does not say so has not asked.
 */
export function savesData(): boolean {
  const line: unknown = typeof navigator === 'object' && 'connection' in navigator ? navigator.connection : null
  return typeof line === 'object' && line !== null && 'saveData' in line && line.saveData === true
}

/** How a link fetches the code of its page ahead: when it is pointed at, or as soon as it is seen. */
export const prefetchOn = <When extends 'intent' | 'viewport'>(when: When) => (savesData() ? 'none' : when)

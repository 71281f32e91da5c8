import { deviceStorage } from '#platform/browser/storage.ts'

const KEY = 'mySizes'
/** As many as a person wears of all kinds of clothes. */
const MAX = 6

/** The sizes that were ticked last on this device; empty if there are none, or the browser stores nothing. */
export function readMySizes(): string[] {
  const stored = deviceStorage.read(KEY)
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string' && one !== '').slice(0, MAX) : []
}

/** Remembers ticked sizes. Without any, those of before stay: who unticks a size still wears it. */
export function rememberMySizes(sizes: readonly string[]): void {
  if (sizes.length > 0) deviceStorage.write(KEY, sizes.slice(-MAX))
}

import { t } from '#platform/text/t.ts'

/** What a shopper reads if something needs the storage that the browser blocks. */
export const STORAGE_BLOCKED = t(
  'Your browser blocks this shop’s storage, which the cart and signing in need. Please allow it in the browser’s settings.',
)

const PROBE = 'isStorageAllowed'

/**
 * Runs in the head: a browser that blocks storage throws on any access to it, which React Router's script for the
 * scroll position doesn't expect.
 */
export const STORAGE_SCRIPT = `try { sessionStorage } catch { Object.defineProperty(window, "sessionStorage", { value: {
getItem: () => null, removeItem() {}, setItem() { throw new Error("The browser blocks storage.") } } }) }`

/**
 * The browser's storage of this site. Every function works if the browser blocks it: it's then empty, and nothing
 * can be written. Values are JSON. The functions for texts are for keys whose format SPEC section 3 sets.
 */
function createBrowserStorage(storage: () => Storage) {
  function attempt<T>(action: (storage: Storage) => T, otherwise: T): T {
    try {
      return action(storage())
    } catch {
      return otherwise
    }
  }
  function writeText(key: string, value: string | null): boolean {
    return attempt((stored) => {
      if (value === null) stored.removeItem(key)
      else stored.setItem(key, value)
      return true
    }, false)
  }
  return {
    readText: (key: string) => attempt((stored) => stored.getItem(key), null),
    /** Null deletes the key. @returns false if storage is full or blocked */
    writeText,
    /** Null if there is no value, or it isn't JSON. */
    read: (key: string): unknown => attempt((stored) => JSON.parse(stored.getItem(key) ?? 'null'), null),
    /** Like `writeText`. */
    write: (key: string, value: unknown) => writeText(key, value === null ? null : JSON.stringify(value)),
    /** Deletes what has a key of which `isMeant` is true. */
    deleteAll(isMeant: (key: string) => boolean) {
      attempt((stored) => {
        const keys = Array.from({ length: stored.length }, (_, index) => stored.key(index) ?? '')
        for (const key of keys.filter(isMeant)) stored.removeItem(key)
      }, undefined)
    },
    has: (key: string) => attempt((stored) => stored.getItem(key) !== null, false),
    /** False if the browser stores nothing. */
    isAllowed: () => writeText(PROBE, '') && writeText(PROBE, null),
  }
}

/** What stays on the device. */
export const deviceStorage = createBrowserStorage(() => localStorage)

/** What belongs to this tab, and is lost when it closes. */
export const tabStorage = createBrowserStorage(() => sessionStorage)

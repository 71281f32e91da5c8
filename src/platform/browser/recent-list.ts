import { deviceStorage } from './storage.ts'

interface RecentListOptions<T> {
  /** The key in local storage. */
  key: string
  max: number
  /** True if a stored value can be shown. */
  isItem(value: unknown): value is T
  isSame(one: T, other: T): boolean
}

/** The items used last on this device, latest first. Empty if the browser stores nothing. */
export function createRecentList<T>({ key, max, isItem, isSame }: RecentListOptions<T>) {
  const read = (): T[] => {
    const stored = deviceStorage.read(key)
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, max) : []
  }
  return {
    read,
    /** Puts an item before the others. */
    add(item: T): void {
      deviceStorage.write(key, [item, ...read().filter((one) => !isSame(one, item))].slice(0, max))
    },
    clear(): void {
      deviceStorage.write(key, null)
    },
  }
}

import { tabStorage } from '#platform/browser/storage.ts'
import { readStaff } from '../session.ts'

/** A record that was open in this tab. Its name may be a customer's, so it's gone with the tab. */
export interface RecentRecord {
  /** Its address below `/admin`. */
  to: string
  label: string
}

const PREFIX = 'staffRecent '
const MOST = 6
const keyOf = () => PREFIX + (readStaff()?.id ?? '')

/** Those that this person had open, the last one first. */
export function readRecent(): RecentRecord[] {
  const stored = tabStorage.read(keyOf())
  // Safe cast: `noteRecent` alone writes them.
  return Array.isArray(stored) ? (stored as RecentRecord[]) : []
}

export function noteRecent(record: RecentRecord): void {
  const others = readRecent().filter(({ to }) => to !== record.to)
  tabStorage.write(keyOf(), [record, ...others].slice(0, MOST))
}

/** Forgets them at the end of a session. */
export function forgetRecent(): void {
  tabStorage.deleteAll((key) => key.startsWith(PREFIX))
}

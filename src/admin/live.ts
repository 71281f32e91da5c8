import { useSyncExternalStore } from 'react'
import { createStore } from '#platform/browser/store.ts'

/** The counts beside the words of the menu, by name: only what the person's role may see. */
export type Badges = Readonly<Record<string, number>>

const badges = createStore<Badges>({})

export const setBadges = badges.set

/** The counts, kept up to date while the site is open. */
export function useBadges(): Badges {
  return useSyncExternalStore(badges.subscribe, badges.read)
}

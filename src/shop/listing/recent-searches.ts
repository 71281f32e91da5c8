import { createRecentList } from '#platform/browser/recent-list.ts'

const MAX_RECENT = 6

/** The searches made on this device. */
export const recentSearches = createRecentList({
  key: 'recentSearches',
  max: MAX_RECENT,
  isItem: (value) => typeof value === 'string',
  isSame: (one, other) => one.toLowerCase() === other.toLowerCase(),
})

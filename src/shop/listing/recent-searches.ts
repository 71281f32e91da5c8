const KEY = 'recentSearches'
const MAX_RECENT = 6

/** What was searched for on this device, the latest first; empty where the browser keeps nothing. */
export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

/** Puts a search before the others. */
export function addRecent(text: string): void {
  store([text, ...readRecent().filter((one) => one.toLowerCase() !== text.toLowerCase())].slice(0, MAX_RECENT))
}

export function clearRecent(): void {
  store([])
}

function store(list: readonly string[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // A browser that keeps nothing shows no recent searches.
  }
}

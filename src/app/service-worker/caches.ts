/** The service worker's caches and their names in the browser. The page deletes the private one at the end of a session. */
export const CACHES = {
  pages: 'pages',
  files: 'files',
  pictures: 'pictures',
  responses: 'answers',
  private: 'private',
  offline: 'offline',
} as const

/** What a page asks the worker to cache: what it loaded before the worker controlled it, and pages it showed without a request. */
export interface CacheMessage {
  type: 'cache'
  /** Paths of pages, with their queries. */
  pages: string[]
  /** Paths of pages to cache unless they are cached already. */
  missing: string[]
  /** URLs. */
  pictures: string[]
  /** The visitor has asked to save data. */
  prefersReducedData: boolean
}

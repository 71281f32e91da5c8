/** The caches of the service worker; the page deletes the private one at the end of a session. */
export const CACHES = {
  pages: 'pages',
  files: 'files',
  pictures: 'pictures',
  answers: 'answers',
  private: 'private',
  offline: 'offline',
} as const

/** What the page tells the worker: to keep what was loaded before it, or without it. */
export interface KeepMessage {
  type: 'keep'
  /** Addresses of pages, path and query. */
  pages: string[]
  /** Pages that are kept unless they are already. */
  missing: string[]
  pictures: string[]
  /** The visitor has asked to save data. */
  savesData: boolean
}

import { createClientLimit } from './client-limit.server.ts'

/** How many bodies clients may be sending at once. */
export interface BodyLimits {
  /** Bodies of one client. */
  bodiesPerClient: number
  /** Uploads of one client, and of all clients together, because they are kept in memory. */
  uploadsPerClient: number
  uploads: number
}

/** Counts the bodies being sent. Both functions return the one that frees the slot, or null if there is none. */
export function createBodySlots(limits: BodyLimits) {
  const bodies = createClientLimit(limits.bodiesPerClient)
  const uploads = createClientLimit(limits.uploadsPerClient)
  const allUploads = createClientLimit(limits.uploads)
  return {
    acquireBody: (client: string) => bodies.acquire(client),
    acquireUpload(client: string) {
      const release = uploads.acquire(client)
      const releaseAll = release && allUploads.acquire('')
      if (!releaseAll) {
        release?.()
        return null
      }
      return () => {
        release()
        releaseAll()
      }
    },
  }
}

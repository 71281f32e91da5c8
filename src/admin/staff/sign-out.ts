import { callOnce } from '../api.ts'
import { forgetRun, sendTicks } from '../pack/run-store.ts'
import { forgetRecent } from '../parts/recent-records.ts'
import { forgetDraftsOf } from '../parts/stored-drafts.ts'
import { forgetUploads } from '../products/stored-uploads.ts'
import { readStaff } from '../session.ts'

/**
 * Ends the session, and deletes from this device what somebody worked at: drafts, the run with its ticks, pictures that wait.
 * They name customers. What only this device is set to (its colours, its scanner) stays. @returns false if the session goes on
 */
export async function signOut(): Promise<boolean> {
  // Only who is signed in can send them.
  await sendTicks()
  const result = await callOnce('DELETE /session')
  // 401: the session has ended already.
  if (!result.ok && result.status !== 401) return false
  forgetRun()
  forgetDraftsOf(readStaff()?.id ?? '')
  forgetRecent()
  await forgetUploads()
  return true
}

import { t } from '#platform/text/t.ts'
import { createListeners } from './listeners.ts'

const PROBE_TIMEOUT_MS = 5000
const NEEDS_CONNECTION = t('This needs a connection, and there is none. Please try again when the connection is back.')

let isUnreachable = false
let probing: Promise<boolean> | null = null
const { subscribe, notify } = createListeners()

/** Calls `listener` after every check of the connection. @returns the function that unsubscribes */
export const subscribeOffline = subscribe

/** Whether nothing can be sent now, as far as is known: no network, or a shop that did not respond. */
export function isOffline(): boolean {
  return !navigator.onLine || isUnreachable
}

/** After a call without a response: asks whether the shop responds at all. @returns false where there is no connection */
export async function checkConnection(): Promise<boolean> {
  if (!navigator.onLine) return false
  probing ??= probe()
  isUnreachable = !(await probing)
  probing = null
  notify()
  return !isUnreachable
}

/** What to say of a call that got no response because there is no connection; null for any other. */
export function offlineSentence({ ok, status }: { ok: boolean; status: number }): string | null {
  return !ok && status === 0 && isOffline() ? NEEDS_CONNECTION : null
}

function probe(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

import { t } from '#platform/text/t.ts'

const PROBE_TIMEOUT_MS = 5000
const NEEDS_CONNECTION = t('This needs a connection, and there is none. Please try again when the line is back.')

let isUnreachable = false
let probing: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/** Whether nothing can be sent now, as far as is known: no network, or a shop that did not answer. */
export function isOffline(): boolean {
  return !navigator.onLine || isUnreachable
}

/** After a call without an answer: whether it is the line, and not this call alone. */
export async function hasLostConnection(): Promise<boolean> {
  if (!navigator.onLine) return true
  probing ??= probe()
  isUnreachable = !(await probing)
  probing = null
  for (const listener of listeners) listener()
  return isUnreachable
}

/** Calls `listener` after every look at the line. Returns the function that unsubscribes. */
export function subscribeOffline(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What to say of a call that got no answer because there is no connection; null for any other. */
export function offlineSentence({ ok, status }: { ok: boolean; status: number }): string | null {
  return !ok && status === 0 && isOffline() ? NEEDS_CONNECTION : null
}

function probe(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

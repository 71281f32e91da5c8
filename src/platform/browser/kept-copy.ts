import { isStored } from './session.ts'

/** Where `unsent.ts` keeps what is not sent. */
export const UNSENT_KEY = 'unsentChanges'

const DELAY_MS = 1000

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Makes a call again a moment later where a service worker keeps its answer: a change is another call, and its copy is old. */
export function keepAgain(name: string, call: () => Promise<unknown>): void {
  if (!navigator.serviceWorker?.controller) return
  clearTimeout(timers.get(name))
  timers.set(name, setTimeout(call, DELAY_MS))
}

/** Whether anything waits to be sent, by whomever; without the code that reads it. */
export function hasUnsent(): boolean {
  return isStored(UNSENT_KEY)
}

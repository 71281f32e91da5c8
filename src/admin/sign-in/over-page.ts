import { createStore } from '#platform/browser/store.ts'

/** A sign-in over the page. `onlyFactor`: the session is there, only its second factor is too old. */
export interface AskedSignIn {
  onlyFactor: boolean
  answer: (hasSignedIn: boolean) => void
}

const asked = createStore<AskedSignIn | null>(null)
const waiting: { promise: Promise<boolean> | null } = { promise: null }

export const readAsked = asked.read
export const subscribeAsked = asked.subscribe

/**
 * Opens the sign-in over the page. All calls that wait share one. @returns true once somebody has signed in, false if
 * it was closed
 */
export function askToSignIn(onlyFactor: boolean): Promise<boolean> {
  waiting.promise ??= new Promise<boolean>((resolve) => {
    asked.set({ onlyFactor, answer: resolve })
  }).finally(() => {
    waiting.promise = null
    asked.set(null)
  })
  return waiting.promise
}

import { createStore } from '#platform/browser/store.ts'
import { readStaff } from '../session.ts'

/** A sign-in over the page. `onlyFactor`: the session is there, only its second factor is too old. */
export interface AskedSignIn {
  onlyFactor: boolean
  /** Somebody has signed in: the calls that wait go on. */
  finish: () => void
  /** Nobody has: they fail. */
  giveUp: () => void
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
    const before = readStaff()
    asked.set({
      onlyFactor,
      finish() {
        // If it's somebody else, neither the screen nor the calls that wait are theirs.
        if (before !== null && readStaff()?.id !== before.id) window.location.reload()
        else resolve(true)
      },
      giveUp: () => resolve(false),
    })
  }).finally(() => {
    waiting.promise = null
    asked.set(null)
  })
  return waiting.promise
}

import { useSyncExternalStore } from 'react'
import { createStore } from '#platform/browser/store.ts'

/*
 * A modal dialog makes everything outside it inert, including toasts. So toasts are rendered inside the topmost open
 * dialog in this list.
 */
const stack = createStore<readonly HTMLDialogElement[]>([])

/** Adds an opened dialog. Returns the function that removes it. */
export function stackDialog(dialog: HTMLDialogElement): () => void {
  stack.set([...stack.read(), dialog])
  return () => stack.set(stack.read().filter((other) => other !== dialog))
}

/** The topmost open dialog, or null. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(stack.subscribe, readTop, () => null)
}

function readTop(): HTMLDialogElement | null {
  return stack.read().at(-1) ?? null
}

import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/browser/listeners.ts'

/*
 * A modal dialog makes everything outside it inert, toasts included. So toasts are rendered inside the topmost of the open
 * dialogs in this list.
 */
let stack: readonly HTMLDialogElement[] = []
const { subscribe, notify } = createListeners()

function change(next: readonly HTMLDialogElement[]): void {
  stack = next
  notify()
}

/** Adds an opened dialog. Returns the function that removes it. */
export function stackDialog(dialog: HTMLDialogElement): () => void {
  change([...stack, dialog])
  return () => change(stack.filter((other) => other !== dialog))
}

/** The topmost open dialog, or null. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, readTop, () => null)
}

function readTop(): HTMLDialogElement | null {
  return stack.at(-1) ?? null
}

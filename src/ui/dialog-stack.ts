import { useSyncExternalStore } from 'react'

/*
 * A modal dialog makes everything outside it inert, toasts included. So toasts are rendered inside the topmost of the open
 * dialogs in this list.
 */
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  stack = next
  for (const listener of listeners) listener()
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readTop(): HTMLDialogElement | null {
  return stack.at(-1) ?? null
}

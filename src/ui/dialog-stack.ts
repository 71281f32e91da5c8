import { useSyncExternalStore } from 'react'

/*
 * A modal dialog makes everything outside it inert and covers it, toasts included. The open dialogs are kept here, so
 * that the toasts can be shown inside the topmost one.
 */
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  stack = next
  for (const listener of listeners) listener()
}

/** Notes an opened dialog; the answer takes it off again. */
export function stackDialog(dialog: HTMLDialogElement): () => void {
  change([...stack, dialog])
  return () => change(stack.filter((other) => other !== dialog))
}

/** The dialog on top, or `null` when none is open. */
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

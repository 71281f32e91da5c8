/** What a toast says. `bad` is a failure, `ok` a success, `plain` neither. */
export type ToastTone = 'ok' | 'bad' | 'plain'

export type Toast = {
  id: number
  text: string
  tone: ToastTone
  /** One thing to do about it: "Undo", or a link "View cart". */
  action: { label: string; onPress: () => void } | { label: string; to: string } | null
}

type Options = { tone?: ToastTone; action?: NonNullable<Toast['action']> }

/** SPEC section 9: an alert hides itself after 3 seconds. */
export const TOAST_MS = 3000

type Timer = { handle: ReturnType<typeof setTimeout> | null; left: number; since: number }

let toasts: readonly Toast[] = []
let lastId = 0
const timers = new Map<number, Timer>()
const listeners = new Set<() => void>()

/**
 * Shows an alert for 3 seconds. The same words while they are still on show start their time again instead of
 * standing there twice; of more than three the oldest goes. Answers the toast's id.
 */
export function showToast(text: string, { tone = 'plain', action }: Options = {}): number {
  for (const same of toasts.filter((toast) => toast.text === text)) closeToast(same.id)
  for (const oldest of toasts.slice(0, Math.max(toasts.length - 2, 0))) closeToast(oldest.id)
  lastId += 1
  toasts = [...toasts, { id: lastId, text, tone, action: action ?? null }]
  timers.set(lastId, { handle: null, left: TOAST_MS, since: 0 })
  resumeToast(lastId)
  announce()
  return lastId
}

/** Takes a toast away now. */
export function closeToast(id: number): void {
  pauseToast(id)
  timers.delete(id)
  toasts = toasts.filter((toast) => toast.id !== id)
  announce()
}

/** Stops the clock of a toast while someone points at it or has focus in it. */
export function pauseToast(id: number): void {
  const timer = timers.get(id)
  if (timer === undefined || timer.handle === null) return
  clearTimeout(timer.handle)
  timers.set(id, { handle: null, left: timer.left - (Date.now() - timer.since), since: 0 })
}

/** Lets the clock of a paused toast run on. */
export function resumeToast(id: number): void {
  const timer = timers.get(id)
  if (timer === undefined || timer.handle !== null) return
  const handle = setTimeout(() => closeToast(id), Math.max(timer.left, 0))
  timers.set(id, { handle, left: timer.left, since: Date.now() })
}

/** The toasts on show, oldest first; the same array until something changes. */
export function readToasts(): readonly Toast[] {
  return toasts
}

/** Calls `listener` after each change; answers the way to stop it. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}

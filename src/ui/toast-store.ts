import { createStore } from '#platform/browser/store.ts'

/** `bad` is a failure, `ok` a success, `note` neither: what comes next. */
export type ToastTone = 'ok' | 'bad' | 'note'

export type Toast = {
  id: number
  text: string
  tone: ToastTone
  /** One action: "Undo", or a link "View cart". */
  action: { label: string; onPress: () => void } | { label: string; to: string } | null
}

type Options = {
  tone: ToastTone
  action?: NonNullable<Toast['action']>
  /** How long it's shown, in ms. */
  ms?: number
}

/** SPEC section 9: an alert hides itself after 3 seconds. */
export const TOAST_MS = 3000

type Timer = { handle: ReturnType<typeof setTimeout> | null; left: number; since: number }

const toasts = createStore<readonly Toast[]>([])
const timers = new Map<number, Timer>()
const ids = { last: 0 }

/**
 * Shows an alert, for 3 seconds by default, and returns its id. The same text restarts its timer. At most three alerts are shown: a
 * fourth closes the oldest.
 */
export function showToast(text: string, { tone, action, ms = TOAST_MS }: Options): number {
  for (const same of readToasts().filter((toast) => toast.text === text)) closeToast(same.id)
  for (const oldest of readToasts().slice(0, -2)) closeToast(oldest.id)
  ids.last += 1
  const id = ids.last
  timers.set(id, { handle: null, left: ms, since: 0 })
  resumeToast(id)
  toasts.set([...readToasts(), { id, text, tone, action: action ?? null }])
  return id
}

/** Closes a toast now. */
export function closeToast(id: number): void {
  pauseToast(id)
  timers.delete(id)
  toasts.set(readToasts().filter((toast) => toast.id !== id))
}

/** Pauses the timer of a toast while it is hovered or focused. */
export function pauseToast(id: number): void {
  const timer = timers.get(id)
  if (timer === undefined || timer.handle === null) return
  clearTimeout(timer.handle)
  timers.set(id, { handle: null, left: timer.left - (Date.now() - timer.since), since: 0 })
}

/** Resumes the timer of a paused toast. */
export function resumeToast(id: number): void {
  const timer = timers.get(id)
  if (timer === undefined || timer.handle !== null) return
  const handle = setTimeout(() => closeToast(id), Math.max(timer.left, 0))
  timers.set(id, { handle, left: timer.left, since: Date.now() })
}

/** The open toasts, oldest first; the same array until something changes. */
export const readToasts = toasts.read

/** Calls `listener` after each change. @returns the function that unsubscribes */
export const subscribeToasts = toasts.subscribe

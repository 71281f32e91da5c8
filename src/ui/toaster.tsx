import { type SyntheticEvent, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { IconButton } from './button.tsx'
import { useTopDialog } from './dialog-stack.ts'
import { CloseIcon } from './icons.tsx'
import {
  closeToast,
  pauseToast,
  readToasts,
  resumeToast,
  subscribeToasts,
  type Toast,
  type ToastTone,
} from './toast-store.ts'

const NONE: readonly Toast[] = []

const TONES: Record<ToastTone, string> = {
  ok: 'border-l-ok max-md:not-last:hidden',
  bad: 'border-l-bad',
  note: 'border-l-ink',
}

/**
 * The toast region: in the document, or in the topmost dialog while one is open. On narrow screens it's below the
 * header, away from thumb and keyboard; on a page with `data-toasts-on-top` it's over the header, and covers nothing of
 * the page. On wide ones it's at the bottom right, near the buttons of products; in a dialog at the bottom left, because
 * the cart drawer is on the right. On narrow screens a success waits behind the newer toast until that closes.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts, () => NONE)
  const dialog = useTopDialog()
  const region = (
    <div
      role="status"
      aria-live="polite"
      aria-atomic="false"
      className={`print:hidden pointer-events-none fixed inset-x-4 top-24 z-50 grid justify-items-center gap-2 md:top-auto md:bottom-6 md:w-96 ${dialog === null ? 'max-md:in-[:root:has([data-toasts-on-top])]:top-1 md:right-6 md:left-auto' : 'md:left-6'}`}
    >
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} />
      ))}
    </div>
  )
  return dialog === null ? region : createPortal(region, dialog)
}

function ToastRow({ toast }: { toast: Toast }) {
  const pause = () => pauseToast(toast.id)
  /** Resumes the timer, unless the toast still matches the selector `held`, so is still hovered or focused. */
  const resumeUnless = (held: string) => (event: SyntheticEvent) =>
    event.currentTarget.matches(held) || resumeToast(toast.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses the timer.
    <div
      className={`toast-row pointer-events-auto flex w-full max-w-md items-center gap-2 rounded-sm border border-l-6 border-line-strong bg-card pl-4 shadow-pop ${TONES[toast.tone]}`}
      onPointerEnter={pause}
      onPointerLeave={resumeUnless(':focus-within')}
      onFocus={pause}
      onBlur={resumeUnless(':hover')}
    >
      <p className="min-w-0 flex-1 py-3 text-sm font-bold wrap-anywhere">{toast.text}</p>
      <ToastAction toast={toast} />
      <IconButton label={t('Close alert')} onClick={() => closeToast(toast.id)}>
        <CloseIcon size={18} />
      </IconButton>
    </div>
  )
}

function ToastAction({ toast }: { toast: Toast }) {
  const { action } = toast
  const style = 'inline-flex min-h-11 cursor-pointer items-center px-2 text-sm font-bold underline underline-offset-4'
  if (action === null) return null
  if ('to' in action) {
    return (
      <Link to={action.to} className={style} onClick={() => closeToast(toast.id)}>
        {action.label}
      </Link>
    )
  }
  const press = () => {
    closeToast(toast.id)
    action.onPress()
  }
  return (
    <button type="button" className={style} onClick={press}>
      {action.label}
    </button>
  )
}

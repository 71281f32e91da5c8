import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import { IconButton } from './button.tsx'
import { stackDialog } from './dialog-stack.ts'
import { CloseIcon } from './icons.tsx'

type Props = {
  open: boolean
  /** Called for Escape, a press on the backdrop, and other ways in which the browser closes dialogs. */
  onClose: () => void
  labelledBy: string
  describedBy?: string
  role?: 'alertdialog'
  className: string
  children: ReactNode
}

/**
 * A native modal dialog: it traps the focus and restores it on closing. Its content is only rendered while it's open.
 */
export function Modal({ open, onClose, labelledBy, describedBy, role, className, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  useModal(ref, open)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is for pointers; Escape is the browser's own key here.
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={className}
      onClick={(event) => {
        if (isBackdrop(event)) onClose()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // The event is asynchronous, so the effect may have reopened the dialog in the meantime.
        if (open && event.target === event.currentTarget && !event.currentTarget.open) onClose()
      }}
    >
      {open ? children : null}
    </dialog>
  )
}

type HeadProps = {
  /** Of the title, which labels the dialog. */
  id: string
  title: string
  onClose: () => void
  className: string
}

/** The title of a dialog or drawer and its button to close it. */
export function ModalHead({ id, title, onClose, className }: HeadProps) {
  return (
    <div className={`flex min-h-15 items-center justify-between gap-2 border-b border-line pr-2 ${className}`}>
      <h2 id={id} className="font-wide text-lg font-extrabold">
        {title}
      </h2>
      <IconButton label={t('Close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

function useModal(ref: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const dialog = ref.current
    if (!open || dialog === null) return
    const before = document.activeElement
    const release = reserveScrollbar()
    if (!dialog.open) dialog.showModal()
    const unstack = stackDialog(dialog)
    return () => {
      unstack()
      dialog.close()
      release()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [ref, open])
}

/** The scroll lock hides the scroll bar; its width becomes padding, so the page doesn't shift. */
function reserveScrollbar(): () => void {
  const { style, clientWidth } = document.documentElement
  const bar = window.innerWidth - clientWidth
  if (bar > 0) style.paddingRight = `${bar}px`
  return () => {
    if (bar > 0) style.paddingRight = ''
  }
}

/** True if the press was outside the dialog's box, so on its backdrop. */
function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false
  const box = event.currentTarget.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}

import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { stackDialog } from './dialog-stack.ts'

type Props = {
  open: boolean
  /** Called for Escape, a press on the backdrop and whatever else the browser closes dialogs for. */
  onClose: () => void
  labelledBy: string
  describedBy?: string
  role?: 'alertdialog'
  className: string
  children: ReactNode
}

/**
 * The browser's own modal dialog: focus goes in, stays in, and comes back to where it was. Its content exists only
 * while it is open.
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
        // The event comes late: by then the effect may have opened the dialog again.
        if (open && event.target === event.currentTarget && !event.currentTarget.open) onClose()
      }}
    >
      {open ? children : null}
    </dialog>
  )
}

function useModal(ref: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const dialog = ref.current
    if (!open || dialog === null) return
    const before = document.activeElement
    const release = holdPage()
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

/** The scroll lock takes the scroll bar away; its width is given back as padding, so that the page does not jump. */
function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement
  const bar = window.innerWidth - clientWidth
  if (bar > 0) style.paddingRight = `${bar}px`
  return () => {
    if (bar > 0) style.paddingRight = ''
  }
}

/** A press on the backdrop reaches the dialog itself, outside its own box. */
function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false
  const box = event.currentTarget.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}

import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Modal, ModalHead } from './modal.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Width classes instead of the default 512 px. */
  className?: string
  children: ReactNode
}

/** A titled box in the middle of the screen: size guide, zoom. */
export function Dialog({ open, onClose, title, className = '', children }: DialogProps) {
  const id = useId()
  return (
    <Modal open={open} onClose={onClose} labelledBy={id} className={`dialog ${className}`}>
      <ModalHead id={id} title={title} onClose={onClose} className="sticky top-0 bg-paper pl-5" />
      <div className="p-5">{children}</div>
    </Modal>
  )
}

type ConfirmProps = {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  pending?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before an irreversible action. Cancel initially has the focus. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, title, children, confirmLabel, cancelLabel, pending = false, onConfirm, onCancel } = props
  const id = useId()
  return (
    <Modal open={open} onClose={onCancel} role="alertdialog" labelledBy={id} describedBy={`${id}d`} className="dialog">
      <div className="grid gap-5 p-6">
        <h2 id={id} className="font-wide text-xl font-extrabold">
          {title}
        </h2>
        <div id={`${id}d`} className="text-ink-2">
          {children}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" className="flex-1 whitespace-nowrap" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant="secondary" className="flex-1 whitespace-nowrap" pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

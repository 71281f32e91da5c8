import { type ReactNode, useId } from 'react'
import { Modal, ModalHead } from './modal.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  side: 'left' | 'right'
  /** Width classes; the default is 300 px. At most the screen's width minus 40 px. */
  width?: string
  children: ReactNode
}

/** A panel that slides in from the side. It takes a `DrawerBody` and, for actions, a `DrawerFoot`. */
export function Drawer({ open, onClose, title, side, width = 'w-75', children }: Props) {
  const id = useId()
  return (
    <Modal open={open} onClose={onClose} labelledBy={id} className={`drawer drawer-${side} ${width}`}>
      <ModalHead id={id} title={title} onClose={onClose} className="shrink-0 pl-4" />
      {children}
    </Modal>
  )
}

/** The scrolling part of a drawer. */
export function DrawerBody({ children }: { children: ReactNode }) {
  return <div className="relative min-h-0 flex-1 overflow-y-auto px-4 py-3">{children}</div>
}

/** The fixed bottom part of a drawer. */
export function DrawerFoot({ children, className }: { children: ReactNode; className: string }) {
  return <div className={`shrink-0 border-t border-line bg-card px-4 py-4 ${className}`}>{children}</div>
}

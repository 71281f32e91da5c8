import type { ReactNode, SyntheticEvent } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'

/** A name and its value; in an account, one of its parts, its sum, or what stands below it. */
export type PreviewLine = readonly [name: string, value: ReactNode, kind?: 'part' | 'sum' | 'note']

const KINDS = {
  part: 'text-ink-2 font-normal',
  sum: 'mt-1 border-t border-line-strong pt-1.5 text-ink font-bold',
  note: 'text-sm text-ink-3 font-normal',
} as const

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** The fields, if there is something to decide. */
  children?: ReactNode
  /** What will happen, by the server's figures: name and value. */
  lines?: readonly PreviewLine[]
  /** What else will happen, a sentence each. */
  effects?: readonly string[] | undefined
  /** What can't be taken back. */
  warning?: string | undefined
  /** Says what happens, with its amount: "Refund Rs. 1,299.00". */
  confirmLabel: string
  /** What leaves everything as it is, if “Cancel” could be taken for the step itself. */
  cancelLabel?: string
  pending: boolean
  /** False until the server's figures are there. */
  isReady?: boolean
  error: string | null
  onConfirm: () => void
}

/** The step before something that can't be undone: what happens to money, stock and mail, and then one button. */
export function PreviewDialog(props: Props) {
  const {
    open,
    onClose,
    title,
    children,
    lines = [],
    effects = [],
    warning,
    confirmLabel,
    cancelLabel = t('Cancel'),
    pending,
    isReady = true,
    error,
  } = props
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    // React passes it on to a form around the dialog, even through a portal.
    event.stopPropagation()
    if (isReady) props.onConfirm()
  }
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <form className="grid gap-4" onSubmit={submit}>
        {children}
        {lines.length === 0 ? null : (
          <dl aria-live="polite" className="grid grid-cols-[1fr_auto] gap-y-1.5 rounded-sm bg-sunk px-4 py-3">
            {lines.map(([name, value, kind]) => (
              <div key={name} className="contents">
                <dt className={`pr-4 ${kind ? KINDS[kind] : 'text-ink-2'}`}>{name}</dt>
                <dd className={`text-right tabular-nums wrap-anywhere ${kind ? KINDS[kind] : 'font-bold'}`}>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {effects.length === 0 ? null : (
          <ul className="grid list-disc gap-1 pl-5 text-sm text-ink-2">
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        )}
        {warning === undefined ? null : <p className="text-sm text-ink-2">{warning}</p>}
        <FailureNotice text={error} />
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" className="flex-1 whitespace-nowrap" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={warning === undefined ? 'primary' : 'danger'}
            type="submit"
            className="flex-auto basis-48"
            pending={pending}
            disabled={!isReady}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = {
  /** What it's for, and that it's shown only now. */
  lead: string
  /** The secret itself. */
  value: string
  copyLabel: string
  /** Between lead and secret: a QR code. */
  children?: ReactNode
  onDone: () => void
}

/** A secret that the server doesn't show again: an invitation's link, a program's key. */
export function ShownOnce({ lead, value, copyLabel, children, onDone }: Props) {
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-ink-2">{lead}</p>
      {children}
      <p className="rounded-sm border border-line-strong bg-card p-3 text-sm wrap-anywhere select-all">{value}</p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={value} label={copyLabel} className="flex-1" />
        <Button variant="primary" className="flex-1" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}

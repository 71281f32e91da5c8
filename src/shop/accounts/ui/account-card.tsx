import type { ReactNode } from 'react'
import { Card, Notice, PageHead } from '#ui/parts.tsx'

type Props = {
  title: string
  line: ReactNode
  children: ReactNode
  /** Between the heading and the card. */
  above?: ReactNode
  below?: ReactNode
}

/**
 * The narrow column of the login, register and verify screens. On phones toasts don't cover its heading (`Toaster`).
 */
export function AccountCard({ title, line, children, above, below }: Props) {
  return (
    <div data-toasts-on-top className="page grid max-w-124 grid-cols-1 content-start gap-6">
      <div>
        <PageHead title={title}>
          <span className="block text-balance">{line}</span>
        </PageHead>
        {above}
        <Card>{children}</Card>
      </div>
      {below ? <div className="text-sm text-ink-2">{below}</div> : null}
    </div>
  )
}

/** The server's message below a form, such as how long to wait or what to correct. */
export function FormDetail({ text }: { text: string | null }) {
  return text === null ? null : (
    <Notice tone="warn" live>
      <p className="text-sm">{text}</p>
    </Notice>
  )
}

import { type FormEvent, Suspense, useId, useRef, useState } from 'react'
import { readConnection } from '#platform/browser/connection.ts'
import type { Session } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import { keepSignedIn, verifyCode } from '../client.ts'
import { CODE_REQUIRED, NOT_KEPT_SIGNED_IN } from '../messages.ts'
import { FormDetail } from './account-card.tsx'

const CodeBoxes = lazyComponent(async () => (await import('./code-boxes.tsx')).CodeBoxes)

type Props = { email: string; onSignedIn: (session: Session) => void }

/** The six boxes and their button. A typed code waits for the button; a pasted or autofilled one is sent at once. */
export function VerifyForm({ email, onSignedIn }: Props) {
  const ids = useId()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [detail, setDetail] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const keepCheckbox = useRef<HTMLInputElement>(null)

  async function verify(entered: string): Promise<void> {
    if (pending) return
    if (!/^[0-9]{6}$/.test(entered)) {
      setError(CODE_REQUIRED)
      return focusBox(entered.length + 1)
    }
    setPending(true)
    setError(null)
    setDetail(null)
    const outcome = await verifyCode(email, entered)
    if (outcome.ok && keepCheckbox.current?.checked && !(await keepSignedIn()))
      showToast(NOT_KEPT_SIGNED_IN, { tone: 'bad' })
    setPending(false)
    if (outcome.ok) return onSignedIn(outcome.session)
    showToast(outcome.message, { tone: 'bad' })
    setDetail(outcome.detail)
    // The code wasn't consumed: without a connection it can be sent again.
    if (readConnection() !== 'fine') return
    setCode('')
    focusBox(1)
  }

  /** The library numbers the ids of its boxes from the second on. */
  function focusBox(position: number): void {
    document.getElementById(position === 1 ? `${ids}code` : `${ids}code-${position}`)?.focus()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void verify(code)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-2">
        <label htmlFor={`${ids}code`} className="text-sm font-bold">
          {t('6-digit code')}
        </label>
        <Suspense fallback={<Skeleton className="h-14 w-full max-w-90" />}>
          <CodeBoxes
            id={`${ids}code`}
            value={code}
            onChange={(value) => {
              setCode(value)
              setError(null)
            }}
            onFilled={verify}
            onComplete={() => document.getElementById(`${ids}verify`)?.focus()}
            invalid={error !== null}
            describedBy={error === null ? undefined : `${ids}error`}
          />
        </Suspense>
        <p id={`${ids}error`} role="alert" className="text-sm font-bold text-bad empty:hidden">
          {error}
        </p>
      </div>
      <Checkbox
        ref={keepCheckbox}
        className="rounded-sm border border-line-strong bg-card px-3 py-2"
        label={
          <>
            <b>{t('Keep me signed in on this device')}</b>
            <span className="block text-sm text-ink-2">{t('Don’t use this on a shared computer.')}</span>
          </>
        }
      />
      <FormDetail text={detail} />
      <Button id={`${ids}verify`} type="submit" variant="primary" wide pending={pending}>
        {t('Verify')}
      </Button>
    </form>
  )
}

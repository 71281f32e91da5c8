import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { messages } from '../messages.ts'
import { askForCode } from '../queries.ts'
import { RESEND_SECONDS } from '../rules.ts'
import { FormDetail } from './account-card.tsx'

/** "Resend in 0:30", then a button. Each new code starts the time again. */
export function ResendCode({ email }: { email: string }) {
  const [left, setLeft] = useState(RESEND_SECONDS)
  const [pending, setPending] = useState(false)
  const [detail, setDetail] = useState<string | null>(null)

  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  async function resend(): Promise<void> {
    setPending(true)
    setDetail(null)
    const asked = await askForCode(email)
    setPending(false)
    if (asked.ok) {
      showToast(messages.codeSent(asked.email), { tone: 'ok' })
      return setLeft(RESEND_SECONDS)
    }
    showToast(asked.sentence, { tone: 'bad' })
    setDetail(asked.detail)
  }

  return (
    <div className="grid gap-3">
      {left > 0 ? (
        <p className="flex min-h-11 items-center text-sm text-ink-2 tabular-nums">
          Resend in 0:{String(left).padStart(2, '0')}
        </p>
      ) : (
        <Button look="outline" size="sm" className="justify-self-start" pending={pending} onClick={resend}>
          Resend code
        </Button>
      )}
      <FormDetail text={detail} />
    </div>
  )
}

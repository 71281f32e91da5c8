import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { requestCode } from '../client.ts'
import { RESEND_SECONDS } from '../rules.ts'
import { FormDetail } from './account-card.tsx'
import { useCodeRequest } from './use-code-request.ts'

/** "Resend in 0:30", then a button. Each new code restarts the countdown. */
export function ResendCode({ email }: { email: string }) {
  const [left, setLeft] = useState(RESEND_SECONDS)
  const { pending, detail, send } = useCodeRequest(() => setLeft(RESEND_SECONDS))

  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  return (
    <div className="grid gap-3">
      {left > 0 ? (
        <p className="flex min-h-11 items-center text-sm text-ink-2 tabular-nums">
          {t('Resend in {time}', { time: `0:${String(left).padStart(2, '0')}` })}
        </p>
      ) : (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          pending={pending}
          onClick={() => send(() => requestCode(email))}
        >
          {t('Resend code')}
        </Button>
      )}
      <FormDetail text={detail} />
    </div>
  )
}

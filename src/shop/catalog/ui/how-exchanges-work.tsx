import { Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { lazyComponent } from '#ui/lazy-component.ts'

const HowExchangesWorkDialog = lazyComponent(
  async () => (await import('./how-exchanges-work-dialog.tsx')).HowExchangesWorkDialog,
)

/** A link beside a note on exchanges, which opens their steps. `days`: how long an exchange can be asked for; 0: never, and there's no link. */
export function HowExchangesWork({ days }: { days: number }) {
  const [open, setOpen] = useState(false)
  if (days === 0) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="-my-2 min-h-11 cursor-pointer justify-self-start text-left text-sm font-bold text-ink underline underline-offset-4 print:hidden"
        onClick={() => setOpen(true)}
      >
        {t('How exchanges work')}
      </button>
      {open ? (
        <Suspense>
          <HowExchangesWorkDialog days={days} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

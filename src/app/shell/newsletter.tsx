import { type FormEvent, useId, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'

type State = { text: string; ok: boolean } | 'idle' | 'busy'

/** The newsletter form in the footer. It shows the server's message; subscribers confirm by e-mail. */
export function Newsletter() {
  const id = useId()
  const [state, setState] = useState<State>('idle')

  async function subscribe(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setState('busy')
    // Loaded on demand, because a first visit makes no API call.
    const result = await import('#shop/contact/subscribe.ts').then(
      ({ subscribe }) => subscribe(form),
      () => ({
        ok: false,
        text: t('Part of this page couldn’t be loaded. Reload it when you’re back online.'),
      }),
    )
    setState(result)
  }

  // `method="dialog"`: before the scripts run, submitting does nothing. The default would put the address in the page's
  // URL.
  return (
    <form method="dialog" onSubmit={subscribe} className="grid max-w-md content-start gap-2">
      <p id={id} className="text-sm opacity-80">
        {t('News by e-mail. Unsubscribe any time.')}
      </p>
      <div className="flex gap-2">
        <input
          aria-label={t('Newsletter')}
          name="email"
          type="email"
          required
          autoComplete="email"
          aria-describedby={id}
          placeholder="you@example.com"
          className="h-12 w-0 min-w-0 flex-1 rounded-sm border border-line-strong bg-transparent px-3 text-base placeholder:text-ink-3"
        />
        <Button type="submit" variant="primary" size="sm" pending={state === 'busy'}>
          {t('Subscribe')}
        </Button>
      </div>
      <p role="status" className={`min-h-5 text-sm ${typeof state === 'object' && !state.ok ? 'text-bad' : ''}`}>
        {typeof state === 'object' ? state.text : ''}
      </p>
    </form>
  )
}

import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'

type State = { kind: 'idle' } | { kind: 'busy' } | { kind: 'said'; text: string; good: boolean }

/** The footer's e-mail box. A subscriber confirms by mail; the answer's sentence is shown as it comes. */
export function Newsletter() {
  const id = useId()
  const [state, setState] = useState<State>({ kind: 'idle' })

  async function subscribe(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email') ?? '').trim()
    setState({ kind: 'busy' })
    // Loaded on use: the first view has no call to make.
    const { api } = await import('#shop/api.ts')
    const answer = await api('POST /user/subscribe', { body: { email } })
    if (answer.ok) form.reset()
    const text = answer.ok
      ? answer.data.message || 'Thank you.'
      : answer.message || 'That did not work. Please try again.'
    setState({ kind: 'said', text, good: answer.ok })
  }

  return (
    <form onSubmit={subscribe} className="grid max-w-md content-start gap-2">
      <label htmlFor={id} className="text-sm font-bold">
        Newsletter
      </label>
      <p id={`${id}h`} className="text-sm opacity-80">
        New drops, twice a month. Leave when you like.
      </p>
      <div className="flex gap-2">
        <input
          id={id}
          name="email"
          type="email"
          required
          autoComplete="email"
          aria-describedby={`${id}h`}
          placeholder="you@example.com"
          className="h-12 w-0 min-w-0 flex-1 rounded-sm border border-[#8C8473] bg-transparent px-3 text-base placeholder:text-[#A39B8A]"
        />
        <Button type="submit" look="signal" size="sm" pending={state.kind === 'busy'}>
          Subscribe
        </Button>
      </div>
      <p role="status" className={`min-h-5 text-sm ${state.kind === 'said' && !state.good ? 'text-[#FF8A80]' : ''}`}>
        {state.kind === 'said' ? state.text : ''}
      </p>
    </form>
  )
}

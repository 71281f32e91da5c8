import { type FormEvent, useEffect, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { findSession, type Session } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { HeartIcon } from '#ui/icons.tsx'
import { valueName } from '../../catalog/value-names.ts'
import { askForMail, type RequestOutcome } from '../client.ts'

export type NotifyMeProps = {
  productId: string
  color: string
  /** The sold-out sizes. */
  sizes: readonly string[]
  /** Puts a size on the wishlist instead; without it there's no button for that. */
  onWish?: (line: { productId: string; color: string; size: string; quantity: number }) => Promise<void>
}

/**
 * Requests the mail, or puts the size on the wishlist. For a signed-in shopper and a single size, the request is sent
 * when the form opens.
 */
export function NotifyMeForm({ productId, color, sizes, onWish }: NotifyMeProps) {
  const [session, setSession] = useState<Session | null | undefined>(undefined)
  const [size, setSize] = useState(sizes[0] ?? '')
  const [pending, setPending] = useState<'mail' | 'wish' | null>(null)
  const [asked, setAsked] = useState<RequestOutcome | null>(null)

  async function ask(email: string): Promise<void> {
    setPending('mail')
    setAsked(await askForMail({ email, productId, color, size }))
    setPending(null)
  }
  function chooseSize(next: string): void {
    setSize(next)
    setAsked(null)
  }
  async function wish(): Promise<void> {
    setPending('wish')
    await onWish?.({ productId, color, size, quantity: 1 })
    setPending(null)
  }
  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void ask(session?.user.email ?? readField(event.currentTarget, 'email').trim())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens.
  useEffect(() => {
    let isOpen = true
    void findSession().then((found) => {
      // React's strict mode runs this effect twice: the mail is requested once.
      if (!isOpen) return
      setSession(found)
      if (found && sizes.length === 1) void ask(found.user.email)
    })
    return () => {
      isOpen = false
    }
  }, [])

  if (session === undefined) return null
  return (
    <form className="grid gap-3 rounded-md border border-line bg-card p-4" onSubmit={handleSubmit}>
      {sizes.length > 1 ? (
        <Select label={t('Which size?')} value={size} onChange={(event) => chooseSize(event.target.value)}>
          {sizes.map((choice) => (
            <option key={choice} value={choice}>
              {valueName(choice)}
            </option>
          ))}
        </Select>
      ) : null}
      {session === null && !asked?.ok ? (
        <Field
          label={t('E-mail')}
          name="email"
          type="email"
          required
          autoComplete="email"
          hint={t('We’ll e-mail you once when {size} in {color} is back. First, we’ll ask you to confirm.', {
            size: valueName(size),
            color: valueName(color),
          })}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        {asked?.ok ? null : (
          <Button type="submit" size="sm" pending={pending === 'mail'}>
            {t('E-mail me')}
          </Button>
        )}
        {onWish ? (
          <Button variant="outline" size="sm" pending={pending === 'wish'} onClick={() => void wish()}>
            <HeartIcon size={18} />
            {t('Add {size} to wishlist', { size: valueName(size) })}
          </Button>
        ) : null}
      </div>
      <p role="status" className={`min-h-5 text-sm ${asked && !asked.ok ? 'font-bold text-bad' : 'text-ink-2'}`}>
        {asked?.message}
      </p>
    </form>
  )
}

import { type FormEvent, useEffect, useState } from 'react'
import { roundRs } from '#platform/money.ts'
import { locale, t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Fill } from '#ui/fill.tsx'
import type { DeliveryPromise } from '../contract.ts'
import { keepPin, useKeptPin } from '../kept-pin.ts'
import { notDelivered } from '../messages.ts'
import { loadPromise } from '../queries.ts'

/** By when it is delivered to the visitor's PIN, which is asked for once and kept on the device; `pin` is an address's. */
export function DeliveryLine({ pin: given = null }: { pin?: string | null }) {
  const kept = useKeptPin()
  const [asking, setAsking] = useState(false)
  const [found, setFound] = useState<DeliveryPromise | string | null>(null)
  const pin = given ?? kept
  useEffect(() => {
    if (pin === null) return
    let current = true
    void loadPromise(pin).then((promise) => {
      if (current) setFound(promise)
    })
    return () => {
      current = false
    }
  }, [pin])
  if (pin === null || asking)
    return (
      <PinForm
        pin={pin ?? ''}
        onPin={(next) => {
          keepPin(next)
          setAsking(false)
        }}
      />
    )
  const change =
    given === null ? (
      <button type="button" className="-my-3 min-h-11 underline" onClick={() => setAsking(true)}>
        {t('Change')}
      </button>
    ) : null
  return (
    <p role="status" className="flex min-h-12 flex-wrap items-center gap-x-2 text-sm text-ink-2">
      {found === null ? t('Looking up your PIN code…') : <span>{textOf(found)}</span>}
      {change}
    </p>
  )
}

function textOf(found: DeliveryPromise | string) {
  if (typeof found === 'string') return found
  const { pin, serviceable, by, exchangePickup, fee } = found
  if (!serviceable) return notDelivered(pin)
  return (
    <>
      <Fill
        text={
          fee === undefined
            ? t('Delivered by {day} to {pin}.')
            : fee === 0
              ? t('Delivered by {day} to {pin}, free.')
              : t('Delivered by {day} to {pin}, for {fee}.')
        }
        day={<span className="font-bold text-ink">{shortDay(by)}</span>}
        pin={pin}
        fee={fee === undefined ? '' : roundRs(fee)}
      />
      {exchangePickup ? '' : ` ${t('No exchange pick-up there: exchanges are sent in.')}`}
    </>
  )
}

/** `Thu, 26 Nov`; the day is India's, whatever the visitor's time zone. */
function shortDay(day: string): string {
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}

/** Asks for a PIN, and keeps one that the shop knows. */
function PinForm({ pin, onPin }: { pin: string; onPin: (pin: string) => void }) {
  const [problem, setProblem] = useState('')
  const [pending, setPending] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('pin') ?? '').replace(/\s/g, '')
    setPending(true)
    const promise = await loadPromise(typed)
    setPending(false)
    if (typeof promise === 'string') setProblem(promise)
    else onPin(typed)
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="flex items-center gap-2">
        <input
          name="pin"
          defaultValue={pin}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={7}
          aria-label={t('Your PIN code')}
          aria-invalid={problem !== '' || undefined}
          aria-describedby="pin-problem"
          placeholder={t('PIN code')}
          className="h-12 w-32 rounded-sm border border-line-strong bg-card px-3 text-base placeholder:text-ink-3 aria-invalid:border-2 aria-invalid:border-bad"
        />
        <Button type="submit" variant="outline" size="sm" pending={pending}>
          {t('When will it come?')}
        </Button>
      </div>
      <p id="pin-problem" role="alert" className="text-sm text-bad">
        {problem}
      </p>
    </form>
  )
}

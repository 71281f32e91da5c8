import { type FormEvent, useId, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { formatRupees } from '#platform/money.ts'
import { weekDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Fill } from '#ui/fill.tsx'
import { loadEstimate } from '../client.ts'
import type { DeliveryEstimate } from '../contract.ts'
import { notDelivered } from '../messages.ts'
import { storePin, useStoredPin } from '../stored-pin.ts'
import { useEstimate } from '../use-estimate.ts'

type Props = {
  pin?: string | null
  recipient?: string
  /** True for a product that can't be paid in cash; its name among others. */
  noCash?: boolean | string
}

/**
 * The expected delivery date for `pin`, or else for the visitor's own PIN, which is asked for once and stored on the
 * device. `recipient`: who and where at that PIN, as in "Asha, Church Street".
 */
export function DeliveryLine({ pin: given = null, recipient = '', noCash = false }: Props) {
  const stored = useStoredPin()
  const [asking, setAsking] = useState(false)
  const pin = given ?? stored
  const { estimate, accept } = useEstimate(pin)
  if (pin === null || asking)
    return (
      <PinForm
        pin={pin ?? ''}
        onFound={(value) => {
          accept(value)
          storePin(value.pin)
          setAsking(false)
        }}
      />
    )
  return (
    <p role="status" className="flex min-h-12 flex-wrap items-center gap-x-2 text-sm text-ink-2">
      {estimate === null ? (
        t('Looking up your PIN code…')
      ) : (
        <span>
          {estimate.ok ? textOf(estimate.value, recipient) : estimate.message}
          {estimate.ok && estimate.value.serviceable ? cashText(estimate.value, noCash) : ''}
        </span>
      )}
      {given === null ? (
        <button type="button" className="-my-3 min-h-11 underline" onClick={() => setAsking(true)}>
          {t('Change')}
        </button>
      ) : null}
    </p>
  )
}

function textOf({ pin, serviceable, by, exchangePickup, fee, freeFrom = 0 }: DeliveryEstimate, recipient: string) {
  if (!serviceable) return notDelivered(pin)
  return (
    <>
      <Fill
        text={
          fee === undefined
            ? t('Delivered by {day} to {pin}.')
            : fee === 0
              ? t('Delivered by {day} to {pin}, free.')
              : freeFrom > 0
                ? t('Delivered by {day} to {pin}, for {fee}; free from {from}.')
                : t('Delivered by {day} to {pin}, for {fee}.')
        }
        day={<span className="font-bold text-ink">{weekDay(by)}</span>}
        pin={recipient === '' ? pin : `${pin} (${recipient})`}
        fee={fee === undefined ? '' : formatRupees(fee)}
        from={formatRupees(freeFrom)}
      />
      {exchangePickup ? '' : ` ${t('We don’t pick up exchanges there. You send them to us.')}`}
    </>
  )
}

/** Whether the order can be paid in cash there, once the shop takes cash at all. */
function cashText({ cash, cashFee: fee = 0 }: DeliveryEstimate, noCash: boolean | string): string {
  if (cash === undefined) return ''
  if (cash && typeof noCash === 'string')
    return ` ${t('{product} can’t be paid in cash on delivery.', { product: noCash })}`
  if (!cash || noCash) return ` ${t('No cash on delivery.')}`
  return ` ${fee > 0 ? t('Cash on delivery: fee {fee}.', { fee: formatRupees(fee) }) : t('Cash on delivery is available.')}`
}

/** Asks for a PIN until the shop knows it. */
function PinForm({ pin, onFound }: { pin: string; onFound: (estimate: DeliveryEstimate) => void }) {
  const id = useId()
  const [problem, setProblem] = useState('')
  const [pending, setPending] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const typed = readField(event.currentTarget, 'pin')
    setPending(true)
    const estimate = await loadEstimate(typed)
    setPending(false)
    if (estimate.ok) onFound(estimate.value)
    else setProblem(estimate.message)
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="flex flex-wrap items-center gap-2">
        <input
          name="pin"
          defaultValue={pin}
          inputMode="numeric"
          autoComplete="postal-code"
          aria-label={t('Your PIN code')}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={id}
          placeholder={t('PIN code')}
          className="h-11 w-32 rounded-sm border border-line-strong bg-card px-3 text-base placeholder:text-ink-3 aria-invalid:border-2 aria-invalid:border-bad"
        />
        <Button type="submit" variant="outline" size="sm" pending={pending}>
          {t('When will it arrive?')}
        </Button>
      </div>
      <p id={id} role="alert" className="text-sm text-bad">
        {problem}
      </p>
    </form>
  )
}

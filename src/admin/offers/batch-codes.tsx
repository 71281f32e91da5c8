import { type SyntheticEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StaffOffer } from '#shop/offers/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { DownloadButton } from '../parts/download-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { Section } from '../parts/record-page.tsx'
import { hasFieldErrors, useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'

/** Codes that each work once: how many there are, more of them, and all as a file. */
export function BatchCodes({ offer: { id, batch } }: { offer: StaffOffer }) {
  const [count, setCount] = useState('100')
  const [prefix, setPrefix] = useState('')
  const { pending, error, failure, errorOf, send } = useCall()
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const isNumber = /^\d{1,6}$/.test(count.trim())

  async function make(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (!isNumber) return
    const done = await send('POST /offers/{id}/codes', { params: { id }, body: { count: Number(count), prefix } })
    if (done === null) return
    showDone(t('{count, plural, one {# code created.} other {# codes created.}}', { count: done.created }), done.undo)
    await revalidate()
  }

  return (
    <Section title={t('Codes')}>
      <form className="grid gap-3" onSubmit={(event) => void make(event)}>
        <p className="text-sm text-ink-2">
          {batch.made === 0
            ? t('No codes yet. Each works for one order.')
            : t('{made} created, {used} used. Each works for one order.', { made: batch.made, used: batch.used })}
        </p>
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('How many')}
            inputMode="numeric"
            autoComplete="off"
            value={count}
            error={isNumber ? errorOf('count') : t('Please write a whole number.')}
            onChange={({ target }) => setCount(target.value)}
          />
          <Field
            label={t('Prefix')}
            autoComplete="off"
            spellCheck={false}
            value={prefix}
            placeholder="DIWALI-"
            error={errorOf('prefix')}
            onChange={({ target }) => setPrefix(target.value)}
          />
        </div>
        <FailureNotice text={hasFieldErrors(failure) ? null : error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="sm" variant="outline" pending={pending}>
            {t('Create codes')}
          </Button>
          {batch.made === 0 ? null : (
            <DownloadButton label={t('Download')} path={`/offers/${id}/codes.csv`} name="codes.csv" />
          )}
        </div>
      </form>
    </Section>
  )
}

import { type SyntheticEvent, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { ShownExchange } from '#shop/exchanges/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { showToast } from '#ui/toast-store.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'

type Verdict = 'fine' | 'damaged' | 'missing'

interface Props {
  exchange: ShownExchange
  isNext: boolean
  onDone: () => void
}

/** Each piece that should have come: fine, damaged or missing. */
export function ReceiveForm({ exchange: { id, lines, comesBack }, isNext, onDone }: Props) {
  const pieces = lines.flatMap(({ quantity, name, old, replacement }) => {
    const { sku, color, size } = comesBack === 'old' ? old : replacement
    return Array.from({ length: quantity }, (_, index) => ({
      key: `${sku} ${index}`,
      sku,
      label: `${name}, ${color ?? ''} ${size ?? ''}${quantity > 1 ? ` (${index + 1}/${quantity})` : ''}`,
    }))
  })
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, Verdict>>>({})
  const { pending, error, send } = useCall()
  const verdictOf = (key: string) => verdicts[key] ?? 'fine'
  const counts = (verdict: Verdict) => pieces.filter(({ key }) => verdictOf(key) === verdict)
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const of = (verdict: Verdict) => counts(verdict).map(({ sku }) => ({ sku, quantity: 1 }))
    const body = { damaged: of('damaged'), missing: of('missing') }
    if ((await send('POST /exchanges/{id}/receive', { params: { id }, body })) === null) return
    showToast(
      body.missing.length === pieces.length
        ? t('Given up. Nothing went into stock.')
        : t('Received. Fine pieces are back in stock.'),
      { tone: 'ok' },
    )
    onDone()
  }
  const [fine, damaged, missing] = (['fine', 'damaged', 'missing'] as const).map((verdict) => counts(verdict).length)
  return (
    <Section title={comesBack === 'old' ? t('What came back?') : t('The replacement comes back')}>
      <form id="receive" tabIndex={-1} className="grid gap-4 outline-none" onSubmit={submit}>
        {pieces.map(({ key, label }) => (
          <RadioRow
            key={key}
            name={key}
            legend={label}
            value={verdictOf(key)}
            onChange={(verdict: Verdict) => setVerdicts({ ...verdicts, [key]: verdict })}
            options={[
              { value: 'fine', label: t('Fine') },
              { value: 'damaged', label: t('Damaged') },
              { value: 'missing', label: t('Missing') },
            ]}
          />
        ))}
        <FailureNotice text={error} />
        <div>
          <Button type="submit" variant={isNext ? 'primary' : 'outline'} pending={pending}>
            {t('Receive: {fine} fine, {damaged} damaged, {missing} missing', {
              fine: fine ?? 0,
              damaged: damaged ?? 0,
              missing: missing ?? 0,
            })}
          </Button>
          <p className="pt-2 text-sm text-ink-3">
            {t('Fine pieces go back into stock, damaged ones are written off. The customer gets a mail.')}
          </p>
        </div>
      </form>
    </Section>
  )
}

import type { SyntheticEvent } from 'react'
import { t } from '#platform/text/t.ts'
import type { ShownExchange } from '#shop/exchanges/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useInspection } from '../parts/inspection.tsx'
import { Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'

interface Props {
  exchange: ShownExchange
  isNext: boolean
  onDone: () => void
}

/** Each piece that should have come: fine, damaged or missing. */
export function ReceiveForm({ exchange: { id, lines, comesBack }, isNext, onDone }: Props) {
  const { fields, body, isAllMissing, receiveText } = useInspection(
    lines.map(({ quantity, name, old, replacement }) => {
      const { sku, color, size } = comesBack === 'old' ? old : replacement
      return { sku, quantity, label: `${name}, ${color ?? ''} ${size ?? ''}` }
    }),
  )
  const { pending, error, send } = useCall()
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if ((await send('POST /exchanges/{id}/receive', { params: { id }, body })) === null) return
    showToast(isAllMissing ? t('Given up. Nothing went into stock.') : t('Received. Fine pieces are back in stock.'), {
      tone: 'ok',
    })
    onDone()
  }
  return (
    <Section title={comesBack === 'old' ? t('What came back?') : t('The replacement comes back')}>
      <form id="receive" tabIndex={-1} className="grid gap-4 outline-none" onSubmit={submit}>
        {fields}
        <FailureNotice text={error} />
        <div>
          <Button type="submit" variant={isNext ? 'primary' : 'outline'} pending={pending}>
            {receiveText}
          </Button>
          <p className="pt-2 text-sm text-ink-3">
            {t('Fine pieces go back into stock, damaged ones are written off. The customer gets a mail.')}
          </p>
        </div>
      </form>
    </Section>
  )
}

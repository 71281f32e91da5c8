import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useSettings } from '../../settings/queries.ts'
import { saveDocument } from '../queries.ts'

/** Saves the documents of an order: its invoice, and the credit note of each refund. */
export function InvoiceButtons({ orderId, creditNotes }: { orderId: string; creditNotes: readonly string[] }) {
  const isRegistered = useSettings()['shop.gstin'] !== ''
  return (
    <div className="flex flex-wrap gap-2">
      <DocumentButton kind="invoice" id={orderId} name={isRegistered ? 'invoice' : 'receipt'} />
      {creditNotes.map((id, index) => (
        <DocumentButton
          key={id}
          kind="credit-note"
          id={id}
          name={`${isRegistered ? 'credit note' : 'refund receipt'}${creditNotes.length > 1 ? ` ${index + 1}` : ''}`}
        />
      ))}
    </div>
  )
}

function DocumentButton({ kind, id, name }: { kind: 'invoice' | 'credit-note'; id: string; name: string }) {
  const [pending, setPending] = useState(false)

  async function save(): Promise<void> {
    setPending(true)
    const failure = await saveDocument(kind, id)
    setPending(false)
    if (failure) showToast(failure, { tone: 'bad' })
  }

  return (
    <Button variant="outline" size="sm" pending={pending} onClick={() => void save()}>
      {t('Save {name} (PDF)', { name })}
    </Button>
  )
}

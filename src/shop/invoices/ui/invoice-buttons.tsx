import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useSettings } from '../../settings/client.ts'
import { saveDocument } from '../client.ts'

/** Saves the documents of an order: its invoice, and the credit note of each refund. */
export function InvoiceButtons({ orderId, creditNotes }: { orderId: string; creditNotes: readonly string[] }) {
  const isRegistered = useSettings()['shop.gstin'] !== ''
  return (
    <div className="flex flex-wrap gap-2">
      <DocumentButton
        kind="invoice"
        id={orderId}
        label={isRegistered ? t('Save invoice (PDF)') : t('Save receipt (PDF)')}
      />
      {creditNotes.map((id, index) => (
        <DocumentButton
          key={id}
          kind="credit-note"
          id={id}
          label={creditNoteLabel(isRegistered, creditNotes.length > 1 ? index + 1 : null)}
        />
      ))}
    </div>
  )
}

/** `place`: the credit note's position among several, from 1. Null if it's the only one. */
function creditNoteLabel(isRegistered: boolean, place: number | null): string {
  if (place === null) return isRegistered ? t('Save credit note (PDF)') : t('Save refund receipt (PDF)')
  return isRegistered
    ? t('Save credit note {place} (PDF)', { place })
    : t('Save refund receipt {place} (PDF)', { place })
}

function DocumentButton({ kind, id, label }: { kind: 'invoice' | 'credit-note'; id: string; label: string }) {
  const [pending, setPending] = useState(false)

  async function save(): Promise<void> {
    setPending(true)
    const failure = await saveDocument(kind, id)
    setPending(false)
    if (failure) showToast(failure, { tone: 'bad' })
  }

  return (
    <Button variant="outline" size="sm" pending={pending} onClick={() => void save()}>
      {label}
    </Button>
  )
}

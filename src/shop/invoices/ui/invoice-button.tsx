import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useSettings } from '../../settings/queries.ts'
import { saveDocument } from '../queries.ts'

/** Saves the invoice of an order as PDF; in a shop without a GSTIN it is a receipt. */
export function InvoiceButton({ orderId }: { orderId: string }) {
  const [pending, setPending] = useState(false)
  const settings = useSettings()

  async function save(): Promise<void> {
    setPending(true)
    const failure = await saveDocument('invoice', orderId)
    setPending(false)
    if (failure) showToast(failure, { tone: 'bad' })
  }

  return (
    <Button variant="outline" size="sm" pending={pending} onClick={() => void save()}>
      Save {settings['shop.gstin'] === '' ? 'receipt' : 'invoice'} (PDF)
    </Button>
  )
}

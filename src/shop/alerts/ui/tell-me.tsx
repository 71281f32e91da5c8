import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { NotifyMeForm } from './notify-me-form.tsx'

/** A button that opens the request for a mail when one sold-out size is back. */
export function TellMe({ productId, color, size }: { productId: string; color: string; size: string }) {
  const [open, setOpen] = useState(false)
  if (open) return <NotifyMeForm productId={productId} color={color} sizes={[size]} />
  return (
    <Button variant="outline" wide onClick={() => setOpen(true)}>
      {t('Sold out: tell me when it’s back')}
    </Button>
  )
}

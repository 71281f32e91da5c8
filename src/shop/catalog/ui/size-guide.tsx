import { Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import type { ShownProduct } from '../card.ts'

const SizeGuideDialog = lazyComponent(async () => (await import('./size-guide-dialog.tsx')).SizeGuideDialog)

/** A button for the size guide, or nothing without measurements. The dialog's code is loaded on press. */
export function SizeGuide({ product }: { product: ShownProduct }) {
  const [open, setOpen] = useState(false)
  if (!product.measurements) return null
  return (
    <>
      <Button variant="text" size="sm" className="-ml-4 justify-self-start" onClick={() => setOpen(true)}>
        {t('Size guide')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <SizeGuideDialog product={product} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

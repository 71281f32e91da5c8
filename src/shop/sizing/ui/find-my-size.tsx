import { Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import type { ShownProduct } from '../../catalog/card.ts'
import type { ReviewSummary } from '../../reviews/contract.ts'
import { findSizes } from '../size-run-rules.ts'

const SizeDialog = lazyComponent(async () => (await import('./size-dialog.tsx')).SizeDialog)

export type FindMySizeProps = {
  product: ShownProduct
  /** For what buyers say about the fit. */
  reviews: ReviewSummary | null | Promise<ReviewSummary | null>
  /** The sizes that can be bought in the chosen colour. */
  choice: { sizes: readonly string[]; choose: (size: string) => void }
}

/** A button that finds a size. Nothing for products not worn around chest or waist, or of a single size. */
export function FindMySize(props: FindMySizeProps) {
  const [open, setOpen] = useState(false)
  if (findSizes(props.product.measurements ?? null) === null) return null
  return (
    <>
      <Button variant="text" size="sm" onClick={() => setOpen(true)}>
        {t('Find my size')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <SizeDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

import { Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import type { ShownProduct } from '../../catalog/card.ts'
import type { ReviewSummary } from '../../reviews/contract.ts'
import { findSizes } from '../size-run-rules.ts'

const SizeDialog = lazyComponent(async () => (await import('./size-dialog.tsx')).SizeDialog)
const SizeGuideDialog = lazyComponent(async () => (await import('./size-guide-dialog.tsx')).SizeGuideDialog)

export type SizeHelpProps = {
  product: ShownProduct
  /** For what buyers say about the fit. */
  reviews: ReviewSummary | null | Promise<ReviewSummary | null>
  /** The sizes that can be bought in the chosen colour. */
  choice: { sizes: readonly string[]; chosen: string | null; choose: (size: string) => void }
}

/**
 * Buttons for Find my size and the size guide; their code is loaded on press. The first is missing for products not worn
 * around chest or waist, or of a single size; both without measurements.
 */
export function SizeHelp(props: SizeHelpProps) {
  const [open, setOpen] = useState<'finder' | 'guide' | null>(null)
  const { product, choice } = props
  if (!product.measurements) return null
  const canFind = findSizes(product.measurements) !== null
  return (
    <div className="-ml-4 flex flex-wrap items-center">
      {canFind ? (
        <Button variant="text" size="sm" onClick={() => setOpen('finder')}>
          {t('Find my size')}
        </Button>
      ) : null}
      <Button variant="text" size="sm" onClick={() => setOpen('guide')}>
        {t('Size guide')}
      </Button>
      <Suspense fallback={null}>
        {open === 'finder' ? <SizeDialog {...props} onClose={() => setOpen(null)} /> : null}
        {open === 'guide' ? (
          <SizeGuideDialog
            product={product}
            chosen={choice.chosen}
            onFind={canFind ? () => setOpen('finder') : null}
            onClose={() => setOpen(null)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import type { SelectedLine, WAITING_KEYS } from '#shop/cart/waiting-lines.ts'
import type { ShownProduct } from '#shop/catalog/card.ts'
import { loadProduct } from '#shop/catalog/client.ts'
import { picturesForColor } from '#shop/catalog/ui/product-selectors.ts'
import { valueName } from '#shop/catalog/value-names.ts'
import { PictureOrBlank } from '#ui/picture-or-blank.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = { list: keyof typeof WAITING_KEYS; line: SelectedLine }

/** The picture of what waits for the login, and where it goes. Nothing if the product can't be loaded. */
export function WaitingNotice({ list, line }: Props) {
  const [product, setProduct] = useState<ShownProduct | 'loading' | null>('loading')
  const { productId, color, size } = line
  useEffect(() => {
    const stop = new AbortController()
    void loadProduct(api, productId, { signal: stop.signal }).then((loaded) => {
      if (!stop.signal.aborted) setProduct(loaded.ok ? loaded.product : null)
    })
    return () => stop.abort()
  }, [productId])
  if (product === null) return null
  if (product === 'loading') return <Skeleton className="h-26 w-full" />
  const piece = `${product.name} (${valueName(size)}, ${valueName(color)})`
  return (
    <div className="flex min-h-26 items-center gap-4 rounded-md border border-line bg-sunk p-3">
      <PictureOrBlank
        src={picturesForColor(product, color)[0]?.src ?? ''}
        sizes="64px"
        className="aspect-4/5 w-16 shrink-0 rounded-sm"
      />
      <p className="min-w-0 font-bold text-pretty wrap-anywhere">
        {list === 'cart'
          ? t('Your {piece} goes into the cart as soon as you’re in.', { piece })
          : t('Your {piece} goes on the wishlist as soon as you’re in.', { piece })}
      </p>
    </div>
  )
}

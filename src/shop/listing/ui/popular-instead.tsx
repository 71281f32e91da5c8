import { useEffect, useState } from 'react'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import { t } from '#platform/text/t.ts'
import { api } from '../../api.ts'
import type { Card } from '../../catalog/card.ts'
import { ProductCard } from '../../catalog/ui/product-card.tsx'
import { loadRow } from '../../home/client.ts'

const MAX_PRODUCTS = 4
const CARD_SIZES = '(min-width: 1280px) 240px, (min-width: 769px) 22vw, 45vw'

/** Popular products below an empty list. Nothing if they can't be loaded. */
export function PopularInstead() {
  const [products, setProducts] = useState<readonly Card[]>([])
  useEffect(
    () =>
      whenResolved(loadRow(api, 'GET /home/latestArrivals'), (row) => {
        if (row.ok) setProducts(row.value.slice(0, MAX_PRODUCTS))
      }),
    [],
  )
  if (products.length === 0) return null
  return (
    <section aria-labelledby="popular-instead" className="pt-10">
      <h2 id="popular-instead" className="pb-4 font-wide text-xl font-extrabold tracking-display">
        {t('Popular This Week')}
      </h2>
      <ul className="grid grid-cols-2 gap-x-2.5 gap-y-6 md:gap-x-4.5 xl:grid-cols-4">
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} sizes={CARD_SIZES} />
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useEffect, useState } from 'react'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import { t } from '#platform/text/t.ts'
import { api } from '../../api.ts'
import type { Card } from '../../catalog/card.ts'
import { ProductRow } from '../../catalog/ui/product-row.tsx'
import { recentlyViewed } from '../recently-viewed.ts'

type Row = { title: string; cards: readonly Card[] }

/**
 * For a product: products that go with it, similar ones, and recently viewed ones. For a cart: products that go with
 * its own.
 */
export function RelatedRows({ products, isCart = false }: { products: readonly string[]; isCart?: boolean }) {
  const [found, setFound] = useState<Row[]>([])
  const [viewed, setViewed] = useState<readonly Card[]>([])
  const ids = products.join()
  useEffect(() => {
    // On a product's page `ids` is the id of that product.
    if (!isCart) setViewed(recentlyViewed.read().filter(({ _id }) => _id !== ids))
    return whenResolved(api('GET /user/related', { query: { products: ids } }), (response) => {
      if (!response.ok) return
      const { goesWith, similar } = response.data
      setFound([
        { title: t('Complete the set'), cards: goesWith },
        { title: t('More like this'), cards: isCart ? [] : similar },
      ])
    })
  }, [ids, isCart])
  return (
    <>
      {found.map(({ title, cards }) =>
        cards.length === 0 ? null : <ProductRow key={title} title={title} row={{ ok: true, value: [...cards] }} />,
      )}
      {viewed.length === 0 ? null : (
        <>
          <ProductRow title={t('Recently viewed')} row={{ ok: true, value: [...viewed] }} />
          <p className="page -mt-6 pb-8">
            <button
              type="button"
              className="min-h-11 text-sm text-ink-2 underline"
              onClick={() => {
                recentlyViewed.clear()
                setViewed([])
              }}
            >
              {t('Clear my history on this device')}
            </button>
          </p>
        </>
      )}
    </>
  )
}

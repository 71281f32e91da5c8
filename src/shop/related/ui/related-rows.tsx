import { useEffect, useRef, useState } from 'react'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import { t } from '#platform/text/t.ts'
import { api } from '../../api.ts'
import type { Card } from '../../catalog/card.ts'
import { ProductRow } from '../../catalog/ui/product-row.tsx'
import { recentlyViewed } from '../recently-viewed.ts'
import { RelatedPlaces, ROW_HEIGHT } from './related-places.tsx'

type Row = { title: string; cards: readonly Card[] }

type Props = {
  products: readonly string[]
  /** The colour that the page showed first. */
  color?: string | undefined
  isCart?: boolean
}

/**
 * For a product: products that go with it, similar ones, and recently viewed ones. For a cart: products that go with
 * its own.
 */
export function RelatedRows({ products, color, isCart = false }: Props) {
  const [found, setFound] = useState<Row[] | null>(null)
  const ids = products.join()
  // On a product's page `ids` is the id of that product.
  const [viewed, setViewed] = useState<readonly Card[]>(() =>
    isCart ? [] : recentlyViewed.read().filter(({ _id }) => _id !== ids),
  )
  useEffect(
    () =>
      whenResolved(
        api('GET /user/related', { query: { products: ids, ...(color === undefined ? {} : { color }) } }),
        (response) => {
          const { goesWith = [], similar = [] } = response.ok ? response.data : {}
          setFound([
            { title: t('Complete the set'), cards: goesWith },
            ...(isCart ? [] : [{ title: t('More like this'), cards: similar }]),
          ])
        },
      ),
    [ids, color, isCart],
  )
  return (
    <>
      {found === null ? <RelatedPlaces count={isCart ? 1 : 2} /> : null}
      {found
        ?.filter(({ cards }) => cards.length > 0)
        .map(({ title, cards }) => (
          <div key={title} className={ROW_HEIGHT}>
            <ProductRow title={title} row={{ ok: true, value: [...cards] }} />
          </div>
        ))}
      {found?.map(({ title, cards }) => (cards.length === 0 ? <UnusedPlace key={title} /> : null))}
      {viewed.length === 0 ? null : (
        <>
          <div className={ROW_HEIGHT}>
            <ProductRow title={t('Recently viewed')} row={{ ok: true, value: [...viewed] }} />
          </div>
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

/**
 * The place that was held for a row without products. It's given up as soon as it's below the window, usually at once,
 * because until then what follows it would move.
 */
function UnusedPlace() {
  const place = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(true)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.at(-1)
      if (seen && !seen.isIntersecting && seen.boundingClientRect.top > 0) setHeld(false)
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isHeld ? <div ref={place} className={ROW_HEIGHT} /> : null
}

import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { PictureOrBlank } from '#ui/picture-or-blank.tsx'
import { api } from '../../api.ts'
import { pictureUrlOf } from '../../cart/line-availability.ts'
import { type Card, createCard, priceText } from '../../catalog/card.ts'
import { loadProduct } from '../../catalog/client.ts'
import { ChoiceSheet } from '../../catalog/ui/choice-sheet.tsx'
import { loadSuggestions } from '../../listing/suggestions.ts'
import { recentlyViewed } from '../../related/recently-viewed.ts'
import { fetchWishlist } from '../../wishlist/client.ts'
import type { Instead } from '../client.ts'

/** A product to pick; `color` is what is shown and chosen first. */
interface Found {
  id: string
  name: string
  price: number
  priceTo?: number | undefined
  image: string
  color: string | null
}
type Group = { title: string; products: readonly Found[] }

type Props = {
  onPick: (picked: Instead) => Promise<void>
  onClose: () => void
}

/** Asks for any product of the shop: found by a search or its link, on the wishlist or among those seen last; then for colour and size. */
export function ProductPicker({ onPick, onClose }: Props) {
  const [text, setText] = useState('')
  const [product, setProduct] = useState<Found | null>(null)
  const groups = useGroups(text.trim())
  if (product !== null)
    return (
      <ChoiceSheet
        productId={product.id}
        color={product.color}
        cover={product.image}
        title={t('Colour and size')}
        action={t('Choose this one')}
        onChosen={({ color, size }) => onPick({ productId: product.id, name: product.name, color, size })}
        onClose={onClose}
      />
    )
  return (
    <Dialog open onClose={onClose} title={t('Choose another product')}>
      <div className="grid gap-5">
        <Field
          label={t('Search for a product')}
          name="product"
          type="search"
          autoComplete="off"
          maxLength={200}
          hint={t('Or paste the link of its page.')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {groups?.length === 0 ? <p role="status">{text.trim() === '' ? null : t('No products found.')}</p> : null}
        {groups?.map(({ title, products }) => (
          <section key={title} aria-label={title} className="grid gap-2">
            <h3 className="text-sm font-bold text-ink-2">{title}</h3>
            {products.map((found) => (
              <button
                key={found.id}
                type="button"
                onClick={() => setProduct(found)}
                className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-2 py-1 text-left hover:bg-sunk"
              >
                <PictureOrBlank src={found.image} sizes="44px" className="aspect-4/5 w-11 shrink-0 rounded-sm" />
                <span className="min-w-0 flex-1 wrap-anywhere">{found.name}</span>
                <span className="text-sm font-bold tabular-nums">{priceText(found)}</span>
              </button>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** The id in the link of a product's page, or null. */
function linkedProduct(text: string): string | null {
  const found = /\/product-details\/([^/?#\s]+)/.exec(text)?.[1]
  try {
    return found === undefined ? null : decodeURIComponent(found)
  } catch {
    return null
  }
}

/** Keys within this time send one request. */
const DEBOUNCE_MS = 200

/** What to show for a text; without one, what this person wished and saw. Null until the first answer. */
function useGroups(text: string): Group[] | null {
  const [groups, setGroups] = useState<Group[] | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(
      async () => {
        const found = await (text === '' ? findOwn() : findByText(text, stop.signal))
        if (!stop.signal.aborted && found !== null) setGroups(found.filter(({ products }) => products.length > 0))
      },
      text === '' ? 0 : DEBOUNCE_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return groups
}

async function findByText(text: string, signal: AbortSignal): Promise<Group[] | null> {
  const linked = linkedProduct(text)
  if (linked !== null) {
    const loaded = await loadProduct(api, linked, { signal })
    return [{ title: t('Products'), products: loaded.ok ? [ofCard(createCard(loaded.product, []))] : [] }]
  }
  const found = await loadSuggestions(text, signal)
  if (found === null) return null
  return [{ title: t('Products'), products: found.products.map(({ _id: id, ...product }) => ({ id, ...product })) }]
}

function ofCard({ _id: id, name, price, priceTo, cover: image, color }: Card): Found {
  return { id, name, price, priceTo, image, color }
}

async function findOwn(): Promise<Group[]> {
  const wished = (await fetchWishlist()) ?? []
  const seen = new Set<string>()
  const isNew = ({ id }: Found) => !seen.has(id) && seen.add(id)
  return [
    {
      title: t('Your wishlist'),
      products: wished
        .map((line) => ({
          id: line.productId._id,
          name: line.productId.name,
          price: line.productId.price,
          image: pictureUrlOf(line),
          color: line.color,
        }))
        .filter(isNew),
    },
    { title: t('Recently viewed'), products: recentlyViewed.read().map(ofCard).filter(isNew) },
  ]
}

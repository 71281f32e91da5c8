import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import type { ShownProduct } from '../card.ts'
import { valueName } from '../value-names.ts'
import { availableSizes, initialColor } from './product-selectors.ts'

/** A complete choice, as it is put into the cart or the wishlist. */
export type Chosen = { productId: string; color: string; size: string; quantity: number }

/** SPEC section 5. */
export const NOT_CHOSEN = t('Please select a color, size, and ensure the product details are loaded.')
const TOO_FEW = t('Quantity cannot be less than 1')

/** The choices on a product page; the colour is also in the URL. */
export function useChoice(product: ShownProduct) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const [color, setColor] = useState(() => initialColor(product, new URLSearchParams(search).get('colour')))
  const [size, setSize] = useState<string | null>(null)
  const [requested, setQuantity] = useState(1)
  const sizes = availableSizes(product, color)
  const chosenSize = sizes.find((one) => one.size === size)
  const maximum = chosenSize?.quantity ?? Number.POSITIVE_INFINITY
  const quantity = Math.min(requested, maximum)

  function chooseColor(next: string): void {
    setColor(next)
    if (!availableSizes(product, next).some((one) => one.size === size)) setSize(null)
    const query = new URLSearchParams(search)
    query.set('colour', next.toLowerCase())
    void navigate(`${pathname}?${query}`, { replace: true, preventScrollReset: true })
  }

  function changeQuantity(next: number): void {
    if (next < 1) showToast(TOO_FEW, { tone: 'bad' })
    else if (next <= maximum) setQuantity(next)
    else {
      const [inSize, inColor] = [valueName(size ?? ''), valueName(color ?? '')]
      const text = t('Only {maximum} left in {size}, {color}.', { maximum, size: inSize, color: inColor })
      showToast(text, { tone: 'bad' })
    }
  }

  const isChosen = color !== null && chosenSize !== undefined
  const chosen: Chosen | null = isChosen ? { productId: product._id, color, size: chosenSize.size, quantity } : null
  const shownSize = chosenSize?.size ?? null
  return { color, sizes, size: shownSize, quantity, chosen, chooseColor, chooseSize: setSize, changeQuantity }
}

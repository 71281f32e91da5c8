import { t } from '#platform/text/t.ts'
import { TellMe } from '#shop/alerts/ui/tell-me.tsx'
import type { Card } from '#shop/catalog/card.ts'
import type { Purpose } from '#shop/catalog/ui/card-actions-context.ts'
import { ChoiceSheet, type Variant } from '#shop/catalog/ui/choice-sheet.tsx'
import { useAddActions } from './use-add-actions.ts'

type Props = {
  card: Pick<Card, '_id' | 'color' | 'cover'>
  purpose: Purpose
  /** The size chosen at first. */
  size?: string
  onClose: () => void
}

const TITLES: Record<Purpose, string> = { cart: t('Add to cart'), wish: t('Add to wishlist') }

/** Asks for a product's colour and size, and puts one piece into the cart or on the wishlist. */
export function QuickChoice({ card, purpose, size, onClose }: Props) {
  const add = useAddActions()
  const addOne = ({ color, size }: Variant) =>
    (purpose === 'cart' ? add.toCart : add.toWishlist)({ productId: card._id, color, size, quantity: 1 })
  return (
    <ChoiceSheet
      productId={card._id}
      color={card.color}
      {...(size === undefined ? {} : { size })}
      cover={card.cover}
      title={TITLES[purpose]}
      action={TITLES[purpose]}
      {...(purpose === 'wish'
        ? {
            soldOutNotice: ({ color, size }) => (
              <TellMe key={color + size} productId={card._id} color={color} size={size} />
            ),
          }
        : {})}
      onChosen={addOne}
      onClose={onClose}
    />
  )
}

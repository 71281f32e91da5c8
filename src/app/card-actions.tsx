import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '#platform/browser/session.ts'
import { hasGuestLines } from '#shop/cart/guest-lists.ts'
import type { CardActionsProps, Purpose } from '#shop/catalog/ui/card-actions-context.ts'
import { loadWished } from '#shop/wishlist/client.ts'
import { useWished } from '#shop/wishlist/wished.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { removeWished } from './remove-wished.ts'

const QuickChoice = lazyComponent(async () => (await import('./quick-choice.tsx')).QuickChoice)

/** Does what a card's buttons ask for. Both ask for the size, because a line has one (SPEC section 7). */
export function CardActions({ product, pressed, onHandled, onHeart }: CardActionsProps) {
  const [purpose, setPurpose] = useState<Purpose | null>(null)
  const [isBusy, setBusy] = useState(false)
  const wished = useWished(product._id)
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId !== undefined || hasGuestLines('wishlist')) void loadWished()
  }, [userId])
  const isWished = wished.length > 0
  useEffect(() => onHeart({ isWished, isBusy }), [isWished, isBusy, onHeart])

  async function unwish(): Promise<void> {
    setBusy(true)
    await removeWished(wished)
    setBusy(false)
  }
  const handle = useEffectEvent((asked: Purpose) => {
    onHandled()
    if (asked === 'wish' && isWished) void unwish()
    else setPurpose(asked)
  })
  useEffect(() => {
    if (pressed !== null) handle(pressed)
  }, [pressed])
  return purpose === null ? null : (
    <Suspense>
      <QuickChoice card={product} purpose={purpose} onClose={() => setPurpose(null)} />
    </Suspense>
  )
}

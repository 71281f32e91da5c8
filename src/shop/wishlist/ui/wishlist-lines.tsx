import { type ComponentType, useRef, useState } from 'react'
import { Bench } from '#ui/bench.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { LineRowProps } from '../../cart/line-row.ts'
import { QUANTITY_TOO_SMALL } from '../../cart/messages.ts'
import { stepTo } from '../../cart/next-quantity.ts'
import { choiceOf, type PutAside } from '../../cart/queries.ts'
import type { WishlistLine } from '../contract.ts'
import { WISHLIST_EMPTY, WISHLIST_FAILED } from '../messages.ts'
import { moveToCart } from '../move.ts'
import { addToWishlist, deleteWishlistLine } from '../queries.ts'
import { useWishlist, type Wishlist } from './use-wishlist.ts'

type Props = {
  initial: readonly WishlistLine[] | null
  /** The row of a line, which is the cart's. */
  Row: ComponentType<LineRowProps>
  /** A wish went into the cart, or could not: the screen says so and knows where to go from there. */
  onMoved: (outcome: PutAside) => void
}

/** The wishlist: quantity, Remove with Undo, Move to cart. */
export function WishlistLines({ initial, Row, onMoved }: Props) {
  const wishlist = useWishlist(initial)
  const list = useRef<HTMLUListElement>(null)
  const [leaving, setLeaving] = useState<string | null>(null)
  if (wishlist.lines === null) return <Failed onRetry={() => void wishlist.reload()} />
  if (wishlist.lines.length === 0) return <Empty />

  const take = async (line: WishlistLine, away: () => Promise<void>) => {
    setLeaving(line._id)
    wishlist.forget(line._id)
    await away()
    await wishlist.reload()
    setLeaving(null)
    list.current?.focus()
  }
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Wishlist"
      className="border-y border-line outline-none xl:grid xl:grid-cols-2 xl:gap-x-12 xl:border-b-0 xl:*:border-b!"
    >
      {wishlist.lines.map((line) => {
        const pending = leaving === line._id
        const move = () => void take(line, async () => onMoved(await moveToCart(line)))
        return (
          <Row
            key={line._id}
            line={line}
            leaving={pending}
            onStep={(wanted) => step(wishlist, line, wanted)}
            onRemove={() => void take(line, () => remove(wishlist, line))}
            actions={
              <Button look="solid" size="sm" disabled={line.available <= 0} pending={pending} onClick={move}>
                Move to cart
              </Button>
            }
          />
        )
      })}
    </ul>
  )
}

function step(wishlist: Wishlist, line: WishlistLine, wanted: number): void {
  const judged = stepTo(line, wanted, QUANTITY_TOO_SMALL)
  if (judged.kind === 'to') wishlist.change(line, judged.quantity)
  else showToast(judged.message, { tone: 'bad' })
}

async function remove(wishlist: Wishlist, line: WishlistLine): Promise<void> {
  const done = await deleteWishlistLine(line._id)
  if (done === null) return
  const putBack = async () => {
    const outcome = await addToWishlist(choiceOf(line))
    if (outcome.kind === 'refused') showToast(outcome.message, { tone: 'bad' })
    await wishlist.reload()
  }
  showToast(done, { tone: 'ok', action: { label: 'Undo', onPress: () => void putBack() } })
}

function Empty() {
  return (
    <Bench
      title={WISHLIST_EMPTY}
      line="Open anything you like and press Add to wishlist. We'll hold your seat."
      action={
        <LinkButton to="/categories" look="signal">
          Find something
        </LinkButton>
      }
    />
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return <RetryNotice message={WISHLIST_FAILED} onRetry={onRetry} />
}

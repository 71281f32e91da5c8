import { type ComponentType, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { LineRowProps } from '../../cart/line-row-props.ts'
import { QUANTITY_TOO_SMALL } from '../../cart/messages.ts'
import { nextQuantity } from '../../cart/next-quantity.ts'
import { selectionOf } from '../../cart/pending-line.ts'
import type { AddResult } from '../../cart/queries.ts'
import type { WishlistLine } from '../contract.ts'
import { WISHLIST_EMPTY, WISHLIST_FAILED } from '../messages.ts'
import { moveToCart } from '../move-lines.ts'
import { addToWishlist, deleteWishlistLine } from '../queries.ts'
import { useWishlist, type Wishlist } from './use-wishlist.ts'

type Props = {
  initial: readonly WishlistLine[] | null
  /** The cart's row component. */
  Row: ComponentType<LineRowProps>
  onMoved: (outcome: AddResult) => void
}

/** The wishlist: quantity, Remove with Undo, Move to cart. */
export function WishlistLines({ initial, Row, onMoved }: Props) {
  const wishlist = useWishlist(initial)
  const list = useRef<HTMLDivElement>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  if (wishlist.lines === null) return <RetryNotice message={WISHLIST_FAILED} onRetry={() => void wishlist.reload()} />

  const removeWith = async (line: WishlistLine, removeLine: () => Promise<void>) => {
    setRemoving(line._id)
    wishlist.drop(line._id)
    await removeLine()
    await wishlist.reload()
    setRemoving(null)
    list.current?.focus()
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {wishlist.lines.length === 0 ? <EmptyWishlist /> : null}
      <ul
        aria-label={t('Wishlist')}
        className="border-y border-line xl:grid xl:grid-cols-2 xl:gap-x-12 xl:border-b-0 xl:*:border-b! empty:hidden"
      >
        {wishlist.lines.map((line) => {
          const pending = removing === line._id
          const move = () => void removeWith(line, async () => onMoved(await moveToCart(line)))
          return (
            <Row
              key={line._id}
              line={line}
              removing={pending}
              onStep={(wanted) => changeQuantity(wishlist, line, wanted)}
              onRemove={() => void removeWith(line, () => remove(wishlist, line))}
              actions={
                <Button variant="secondary" size="sm" disabled={line.available <= 0} pending={pending} onClick={move}>
                  {t('Move to cart')}
                </Button>
              }
            />
          )
        })}
      </ul>
    </div>
  )
}

function changeQuantity(wishlist: Wishlist, line: WishlistLine, wanted: number): void {
  const result = nextQuantity(line, wanted, QUANTITY_TOO_SMALL)
  if (result.kind === 'to') wishlist.change(line, result.quantity)
  else showToast(result.message, { tone: 'bad' })
}

async function remove(wishlist: Wishlist, line: WishlistLine): Promise<void> {
  const done = await deleteWishlistLine(line._id)
  if (done === null) return
  const restore = async () => {
    const outcome = await addToWishlist(selectionOf(line))
    if (outcome.kind === 'refused') showToast(outcome.message, { tone: 'bad' })
    await wishlist.reload()
  }
  showToast(done, { tone: 'ok', action: { label: t('Undo'), onPress: () => void restore() } })
}

function EmptyWishlist() {
  return (
    <EmptyState
      title={WISHLIST_EMPTY}
      line={t('Open anything you like and press Add to wishlist. It waits here.')}
      action={
        <LinkButton to="/categories" variant="primary">
          {t('Find something')}
        </LinkButton>
      }
    />
  )
}

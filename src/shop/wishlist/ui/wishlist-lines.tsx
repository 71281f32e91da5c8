import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useGlidingRows } from '#ui/use-gliding-rows.ts'
import { changeLine } from '../../cart/change-line.ts'
import type { ChangeResult } from '../../cart/client.ts'
import { QUANTITY_TOO_SMALL } from '../../cart/messages.ts'
import { nextQuantity } from '../../cart/next-quantity.ts'
import { showRefusal, showUndoFailure } from '../../cart/show-refusal.ts'
import type { LineRowProps } from '../../cart/ui/line-row.tsx'
import { selectionOf } from '../../cart/waiting-lines.ts'
import { addToWishlist, deleteWishlistLine } from '../client.ts'
import type { WishlistLine } from '../contract.ts'
import { WISHLIST_EMPTY, WISHLIST_FAILED } from '../messages.ts'
import { moveToCart } from '../move-lines.ts'
import { useWishlist, type Wishlist } from './use-wishlist.ts'

type Props = {
  initial: readonly WishlistLine[] | null
  /** The cart's row component. */
  Row: ComponentType<LineRowProps>
  /** What is shown for a sold-out colour and size. */
  soldOutNotice: (productId: string, color: string, size: string) => ReactNode
  onMoved: (result: ChangeResult, line: WishlistLine, retry: () => void) => void
  /** Shown below a list that isn't empty. */
  children?: ReactNode
}

/** The wishlist: quantity, Remove with Undo, Move to cart. */
export function WishlistLines({ initial, Row, soldOutNotice, onMoved, children }: Props) {
  const wishlist = useWishlist(initial)
  const list = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  useGlidingRows(rows)
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set())
  const { lines } = wishlist
  if (lines === null) return <RetryNotice message={WISHLIST_FAILED} onRetry={() => void wishlist.reload()} />

  /** Shows the line as pending while `removeLine` runs, which resolves to true if the line is gone. */
  const removeWith = async (line: WishlistLine, removeLine: () => Promise<boolean>) => {
    setRemoving((ids) => new Set([...ids, line._id]))
    const unsent = await wishlist.drop(line._id)
    const isGone = await removeLine()
    if (!isGone && unsent !== undefined) wishlist.change(line, unsent)
    await wishlist.reload()
    setRemoving((ids) => new Set([...ids].filter((id) => id !== line._id)))
    list.current?.focus()
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {lines.length === 0 ? <EmptyWishlist /> : null}
      <ul
        ref={rows}
        aria-label={t('Wishlist')}
        className="border-y border-line xl:grid xl:grid-cols-2 xl:gap-x-12 xl:border-0 xl:*:border-t! xl:*:border-b-0! empty:hidden"
      >
        {lines.map((line) => {
          const pending = removing.has(line._id)
          const move = async () => {
            const result = await moveToCart(line)
            onMoved(result, line, () => void removeWith(line, move))
            return result.kind === 'done'
          }
          return (
            <Row
              key={line._id}
              line={line}
              removing={pending}
              onStep={(wanted) => changeQuantity(wishlist, line, wanted)}
              onRetry={() => void wishlist.flush()}
              onRemove={() => void removeWith(line, () => remove(wishlist, line))}
              onChange={(chosen) => changeLine(lines, line, chosen, wishlist.replace)}
              soldOutNotice={({ color, size }) => soldOutNotice(line.productId._id, color, size)}
              actions={
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={line.available <= 0}
                  pending={pending}
                  onClick={() => void removeWith(line, move)}
                >
                  {t('Move to cart')}
                </Button>
              }
            />
          )
        })}
      </ul>
      {lines.length === 0 ? null : children}
    </div>
  )
}

function changeQuantity(wishlist: Wishlist, line: WishlistLine, wanted: number): void {
  const result = nextQuantity(line, wanted, QUANTITY_TOO_SMALL)
  if (result.kind === 'to') wishlist.change(line, result.quantity)
  else showToast(result.message, { tone: 'bad' })
}

/** Removes a line with an offer to undo it. False if it couldn't be removed. */
async function remove(wishlist: Wishlist, line: WishlistLine): Promise<boolean> {
  const result = await deleteWishlistLine(line._id)
  showRefusal(result, async () => {
    await remove(wishlist, line)
    await wishlist.reload()
  })
  if (result.kind !== 'done') return false
  const restore = async () => {
    showUndoFailure(await addToWishlist(selectionOf(line)), restore)
    await wishlist.reload()
  }
  showToast(result.message, { tone: 'ok', action: { label: t('Undo'), onPress: () => void restore() } })
  return true
}

function EmptyWishlist() {
  return (
    <EmptyState
      title={WISHLIST_EMPTY}
      line={t('Open anything you like and press Add to wishlist. It waits here.')}
      action={
        <LinkButton to="/categories" variant="primary">
          {t('Start shopping')}
        </LinkButton>
      }
    />
  )
}

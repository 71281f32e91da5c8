import { useCallback, useRef, useState } from 'react'
import { Bench } from '#ui/bench.tsx'
import { LinkButton } from '#ui/button.tsx'
import type { CartLine } from '../contract.ts'
import { CART_EMPTY, QUANTITY_TOO_SMALL } from '../messages.ts'
import { formerPrice } from '../seen-prices.ts'
import { removeLine, stepLine } from './line-actions.ts'
import { LineRow } from './line-row.tsx'

type Props = {
  lines: readonly CartLine[]
  /** Takes a line over to the wishlist; resolves when it is done or was refused. */
  onMoveToWishlist: (line: CartLine) => Promise<void>
}

/** The lines of the cart page: quantity, Remove, and the way to the wishlist that keeps colour and size. */
export function CartLines({ lines, onMoveToWishlist }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [leaving, setLeaving] = useState<string | null>(null)
  const take = useCallback(async (line: CartLine, away: (line: CartLine) => Promise<unknown>) => {
    setLeaving(line._id)
    await away(line)
    setLeaving(null)
    list.current?.focus()
  }, [])
  return (
    <ul ref={list} tabIndex={-1} aria-label="Items in the cart" className="border-y border-line outline-none">
      {lines.map((line) => (
        <LineRow
          key={line._id}
          line={line}
          leaving={leaving === line._id}
          formerPrice={formerPrice(line)}
          onStep={(wanted) => stepLine(line, wanted, QUANTITY_TOO_SMALL)}
          onRemove={() => void take(line, removeLine)}
          actions={
            // A wishlist takes what can be bought, as a cart does (SPEC section 7): of what is sold out it takes none.
            line.available > 0 && (
              <button
                type="button"
                disabled={leaving === line._id}
                className="inline-flex min-h-11 cursor-pointer items-center text-sm font-bold underline underline-offset-4"
                onClick={() => void take(line, onMoveToWishlist)}
              >
                Move to wishlist
              </button>
            )
          }
        />
      ))}
    </ul>
  )
}

/** A cart page with nothing on it. */
export function EmptyCart() {
  return (
    <Bench
      title={CART_EMPTY}
      line="Plenty of room here."
      action={
        <LinkButton to="/categories" look="signal">
          Find something
        </LinkButton>
      }
    />
  )
}

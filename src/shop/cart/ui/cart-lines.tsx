import { useCallback, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { useGlidingRows } from '#ui/use-gliding-rows.ts'
import { changeLine } from '../change-line.ts'
import { flushCart, replaceCartLine } from '../client.ts'
import type { CartLine } from '../contract.ts'
import { QUANTITY_TOO_SMALL } from '../messages.ts'
import { formerPrice } from '../seen-prices.ts'
import { changeLineQuantity, removeLine } from './line-actions.ts'
import { LineRow } from './line-row.tsx'

type Props = {
  lines: readonly CartLine[]
  /** Null: there is no wishlist without a login. */
  onMoveToWishlist: ((line: CartLine) => Promise<void>) | null
}

/** The lines of the cart page: quantity, Remove, Move to wishlist. */
export function CartLines({ lines, onMoveToWishlist }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useGlidingRows(list)
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set())
  const removeWith = useCallback(async (line: CartLine, remove: (line: CartLine) => Promise<unknown>) => {
    setRemoving((ids) => new Set(ids).add(line._id))
    await remove(line)
    setRemoving((ids) => new Set([...ids].filter((id) => id !== line._id)))
    // After the last line the page shows the empty cart instead of the list.
    const next = list.current ?? document.querySelector<HTMLElement>('main')
    next?.focus()
  }, [])
  return (
    <ul ref={list} tabIndex={-1} aria-label={t('Items in the cart')} className="border-y border-line outline-none">
      {lines.map((line) => (
        <LineRow
          key={line._id}
          line={line}
          removing={removing.has(line._id)}
          formerPrice={formerPrice(line)}
          onStep={(wanted) => changeLineQuantity(line, wanted, QUANTITY_TOO_SMALL)}
          onRetry={() => void flushCart()}
          onRemove={() => void removeWith(line, removeLine)}
          onChange={(chosen) => changeLine(lines, line, chosen, replaceCartLine)}
          actions={
            onMoveToWishlist && (
              <button
                type="button"
                disabled={removing.has(line._id)}
                className="inline-flex min-h-11 cursor-pointer items-center text-sm font-bold underline underline-offset-4"
                onClick={() => void removeWith(line, onMoveToWishlist)}
              >
                {t('Move to wishlist')}
              </button>
            )
          }
        />
      ))}
    </ul>
  )
}

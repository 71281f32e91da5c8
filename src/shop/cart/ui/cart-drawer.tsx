import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import { NEEDS_CONNECTION } from '#platform/browser/messages.ts'
import { prefersReducedData } from '#platform/browser/save-data.ts'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { DrawerBody, DrawerFoot } from '#ui/drawer.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useGlidingRows } from '#ui/use-gliding-rows.ts'
import { HowExchangesWork } from '../../catalog/ui/how-exchanges-work.tsx'
import { useStoredPin } from '../../delivery/stored-pin.ts'
import { useCharges } from '../../delivery/use-charges.ts'
import { freeDeliveryText } from '../../pricing/messages.ts'
import { changeLine } from '../change-line.ts'
import { flushCart, reloadCart, replaceCartLine, useCart } from '../client.ts'
import type { CartLine } from '../contract.ts'
import { subtotalOf } from '../line-availability.ts'
import { exchangeDaysOf, exchangeNote, QUANTITY_TOO_SMALL_IN_DRAWER } from '../messages.ts'
import { formerPrice } from '../seen-prices.ts'
import { EmptyCart } from './empty-cart.tsx'
import { changeLineQuantity, removeLine } from './line-actions.ts'
import { LineRow } from './line-row.tsx'

export type CartDrawerProps = { open: boolean; onClose: () => void }

/** The content of the cart drawer (SPEC 2); the shell owns its frame, title and width. */
export function CartDrawer({ open, onClose }: CartDrawerProps) {
  const { status, lines } = useCart()
  useReloadOnOpen(open, onClose)
  const isLoading = lines.length === 0 && (status === 'unknown' || status === 'loading')
  return (
    <>
      <DrawerBody>
        {isLoading ? (
          <CartSkeleton />
        ) : status === 'failed' && lines.length === 0 ? (
          <RetryNotice message={NEEDS_CONNECTION} onRetry={() => void reloadCart()} />
        ) : (
          <DrawerLines lines={lines} onClose={onClose} />
        )}
      </DrawerBody>
      <DrawerSummary lines={lines} onClose={onClose} />
    </>
  )
}

/** Reloads the cart on each opening. Without a user, or on failure, it redirects to /login (SPEC 5 and 8). */
function useReloadOnOpen(open: boolean, onClose: () => void): void {
  const navigate = useNavigate()
  const goToLogin = useEffectEvent(() => {
    onClose()
    void navigate('/login')
  })
  useEffect(() => {
    if (!open) return
    let closed = false
    void flushCart()
      .then(reloadCart)
      .then((outcome) => {
        if (outcome !== 'ready' && outcome !== 'offline' && !closed) goToLogin()
      })
    return () => {
      closed = true
      void flushCart()
    }
  }, [open])
}

function DrawerLines({ lines, onClose }: { lines: readonly CartLine[]; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  useGlidingRows(rows)
  const [removing, setRemoving] = useState<string | null>(null)
  const remove = useCallback(async (line: CartLine) => {
    setRemoving(line._id)
    if (await removeLine(line)) list.current?.focus()
    setRemoving(null)
  }, [])
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {lines.length === 0 ? (
        <EmptyCart onFollow={onClose} />
      ) : (
        <ul ref={rows} aria-label={t('Items in the cart')} className="-my-3">
          {lines.map((line) => (
            <LineRow
              key={line._id}
              narrow
              line={line}
              removing={removing === line._id}
              formerPrice={formerPrice(line)}
              onStep={(wanted) => changeLineQuantity(line, wanted, QUANTITY_TOO_SMALL_IN_DRAWER)}
              onRetry={() => void flushCart()}
              onRemove={() => void remove(line)}
              onChange={(chosen) => changeLine(lines, line, chosen, replaceCartLine)}
              onFollow={onClose}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Proceed closes the drawer, and goes on only with something in the cart (SPEC 2). */
function DrawerSummary({ lines, onClose }: { lines: readonly CartLine[]; onClose: () => void }) {
  const navigate = useNavigate()
  const settings = useCharges(useStoredPin())
  const filled = lines.length > 0
  const free = freeDeliveryText(subtotalOf(lines), settings)
  const proceed = () => {
    onClose()
    if (filled) void navigate('/cart-details')
  }
  return (
    <DrawerFoot className="grid gap-3">
      <div className="text-xs text-ink-2">
        <p>{exchangeNote(settings['exchange.days'], lines)}</p>
        <HowExchangesWork days={exchangeDaysOf(settings['exchange.days'], lines)} />
      </div>
      {filled ? (
        <div>
          <p className="flex flex-wrap justify-between gap-x-2 font-bold tabular-nums">
            <span>{t('Items')}</span>
            <span>{formatPrice(subtotalOf(lines))}</span>
          </p>
          {/* Tax and delivery, as in "5% GST and Rs. 40 delivery added at checkout". */}
          <p className="text-2xs text-ink-3">{settings.notes.addedLater}</p>
          {free === null ? null : <p className="pt-1 text-sm font-bold text-ink-2">{free}</p>}
          {/* They change what is missing for free delivery, too: only the cart's own page asks the server. */}
          {settings.offers.running ? (
            <p className="pt-1 text-sm text-ink-2">{t('Offers are taken off in the cart.')}</p>
          ) : null}
        </div>
      ) : null}
      <Button variant={filled ? 'primary' : 'outline'} wide onClick={proceed}>
        {t('Proceed')}
      </Button>
      {filled && !prefersReducedData() ? <PrefetchPageLinks page="/cart-details" /> : null}
    </DrawerFoot>
  )
}

function CartSkeleton() {
  return (
    <div className="grid gap-4">
      <p className="sr-only">{t('Loading')}</p>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}

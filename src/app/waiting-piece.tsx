import { Suspense, useSyncExternalStore } from 'react'
import { readWaitingLine, WAITING_KEYS } from '#shop/cart/waiting-lines.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const WaitingNotice = lazyComponent(async () => (await import('./waiting-notice.tsx')).WaitingNotice)

const unchanging = () => () => {}

/** On the way to the login: what goes into the cart or on the wishlist afterwards. Nothing if nothing waits. */
export function WaitingPiece() {
  const list = useSyncExternalStore(unchanging, waitingList, () => null)
  const line = list === null ? null : readWaitingLine(WAITING_KEYS[list])
  if (list === null || line === null) return null
  return (
    <div className="mb-4 min-h-26">
      <Suspense fallback={<Skeleton className="h-26 w-full" />}>
        <WaitingNotice list={list} line={line} />
      </Suspense>
    </div>
  )
}

function waitingList(): keyof typeof WAITING_KEYS | null {
  if (readWaitingLine(WAITING_KEYS.cart) !== null) return 'cart'
  return readWaitingLine(WAITING_KEYS.wishlist) === null ? null : 'wishlist'
}

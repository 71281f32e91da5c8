import { type OrderState, type OrderStatus, type ParcelState, TROUBLES, type Trouble } from './rules.ts'

/** True if somebody has to do something about a parcel in this state. */
export function isTrouble(state: ParcelState): state is Trouble {
  return TROUBLES.some((trouble) => trouble === state)
}

const NEXT: Readonly<Record<ParcelState, readonly ParcelState[]>> = {
  on_the_way: ['delivered', 'attempted', 'returning', 'returned', 'lost'],
  attempted: ['on_the_way', 'delivered', 'returning', 'returned', 'lost'],
  returning: ['returned', 'on_the_way', 'delivered', 'lost'],
  returned: ['on_the_way', 'delivered', 'lost'],
  lost: ['on_the_way', 'delivered', 'returning', 'returned'],
  delivered: ['on_the_way', 'attempted', 'returning', 'returned', 'lost'],
}

/** The states that a parcel can have next, the likeliest first. Those of a delivered order stay delivered. */
export function nextStates(state: ParcelState, status: OrderStatus | null): ParcelState[] {
  return status === 'delivered' ? [] : [...NEXT[state]]
}

type ParcelCall =
  | 'POST /orders/{id}/parcels/{parcel}/state'
  | 'POST /orders/{id}/parcels/{parcel}/correct'
  | 'POST /orders/{id}/parcels/{parcel}/received'

/** The calls about a parcel that the server would take now. Nothing is changed of one that is back at the shop. */
export function parcelCalls(
  { state, received_at }: { state: ParcelState; received_at: unknown },
  { status }: { state: OrderState; status: OrderStatus | null },
): ParcelCall[] {
  if (received_at !== null) return []
  const isOpen = status !== 'delivered'
  const calls: [ParcelCall, boolean][] = [
    ['POST /orders/{id}/parcels/{parcel}/received', isTrouble(state)],
    ['POST /orders/{id}/parcels/{parcel}/state', isOpen],
    ['POST /orders/{id}/parcels/{parcel}/correct', isOpen && state !== 'delivered'],
  ]
  return calls.filter(([, isPossible]) => isPossible).map(([name]) => name)
}

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

/** The calls about a parcel that the server would take now. */
export function parcelCalls(
  state: ParcelState,
  { status }: { state: OrderState; status: OrderStatus | null },
): ('POST /orders/{id}/parcels/{parcel}/state' | 'POST /orders/{id}/parcels/{parcel}/correct')[] {
  if (status === 'delivered') return []
  return [
    'POST /orders/{id}/parcels/{parcel}/state',
    ...(state === 'delivered' ? [] : ['POST /orders/{id}/parcels/{parcel}/correct' as const]),
  ]
}

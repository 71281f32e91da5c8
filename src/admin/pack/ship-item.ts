import type { PackItem } from '#shop/shipping/pack-contract.ts'
import { readTrackingScan } from '#shop/shipping/scan.ts'
import { lastCarrier, noteCarrier } from '../parts/last-carriers.ts'
import type { useCall } from '../parts/use-call.ts'
import { countsOf, type Parcel, type Run } from './run.ts'
import { noteShipped, sendTicks } from './run-store.ts'

/** What was typed for a parcel so far; the carrier is that of the last one. */
export function draftOf(run: Run, item: PackItem): Parcel {
  return run.drafts[item.id] ?? { carrier: lastCarrier(), tracking: '' }
}

/** True if a parcel has a carrier, and a number that isn't the code of something else on the table. */
export function isReady(run: Run, { carrier, tracking }: Parcel): boolean {
  return carrier.trim() !== '' && readTrackingScan(tracking, run.items).ok
}

/** Ships a parcel with the pieces that are in it. @returns true if the shop has recorded it */
export async function shipItem(run: Run, item: PackItem, send: ReturnType<typeof useCall>['send']): Promise<boolean> {
  const parcel = draftOf(run, item)
  // Ticks about a parcel that has left come too late.
  await sendTicks()
  const left = await sendParcel(run, item, parcel, send)
  if (left === null) return false
  noteCarrier(parcel.carrier)
  await noteShipped(item, parcel, left)
  return true
}

/** @returns how many pieces stay, or null if it failed */
async function sendParcel(
  run: Run,
  item: PackItem,
  { carrier, tracking }: Parcel,
  send: ReturnType<typeof useCall>['send'],
): Promise<number | null> {
  const body = { carrier, tracking }
  if (item.kind === 'exchange')
    return (await send('POST /exchanges/{id}/ship', { params: { id: item.id }, body })) === null ? null : 0
  const lines = linesOf(run, item)
  const shipped = await send('POST /orders/{id}/ship', { params: { id: item.orderId }, body: { ...body, lines } })
  return shipped === null ? null : shipped.left
}

/** The pieces that are in a parcel. */
export function linesOf(run: Run, item: PackItem): { sku: string; quantity: number }[] {
  const packed = countsOf(run, item, 'packed')
  return item.lines
    .map(({ sku, count }) => ({ sku, quantity: Math.min(packed[sku] ?? 0, count) }))
    .filter(({ quantity }) => quantity > 0)
}

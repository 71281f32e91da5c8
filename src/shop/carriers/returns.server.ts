import type { Transaction } from 'kysely'
import { ok } from '#platform/api/result.ts'
import type { BookedParcel } from '#platform/carriers/carrier.server.ts'
import { type ApiCarrier, CARRIER_LABELS } from '#platform/carriers/names.ts'
import { changeExchange } from '../exchanges/change.server.ts'
import { clearPickup, lockExchange } from '../exchanges/sql.server.ts'
import { recordPickup } from '../exchanges/staff.server.ts'
import { carrierName, trackingLink } from '../shipping/carriers.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { staleReturnReason } from './rules.ts'
import {
  type BookingRow,
  findBooking,
  findExchangeNow,
  markCancelling,
  settleBooking,
  storeBooked,
} from './sql.server.ts'

/** Why a return isn't wanted any more, as a sentence, or null. */
export async function whyReturnStale(
  db: Shop['db'],
  { address_hash: addressHash }: Pick<BookingRow, 'address_hash'>,
  exchangeId: string,
): Promise<string | null> {
  const now = await findExchangeNow(db, exchangeId)
  return now ? staleReturnReason({ addressHash, now }) : 'The exchange is gone.'
}

/** Stores what the carrier answered about a return, tells the customer who comes, and shows it on the exchange. */
export async function storeReturn(
  shop: Shop,
  { id, carrier }: Pick<BookingRow, 'id' | 'carrier'>,
  exchangeId: string,
  booked: BookedParcel,
): Promise<void> {
  const context = { ...shop, actor: { kind: 'system', job: CARRIER_LABELS[carrier] } as const }
  await changeExchange(
    context,
    exchangeId,
    async (tx, exchange) => {
      const booking = await findBooking(tx, id, { isLocked: true })
      await storeBooked(tx, id, booked)
      // It was stored before, or somebody cancels it.
      if (booking?.state !== 'booking') return ok(null)
      const stale = await whyReturnStale(tx, booking, exchangeId)
      if (stale === null) await recordPickup(context, tx, exchange, trackingOf(carrier, booked))
      else await markCancelling(tx, id, stale)
      return ok(null)
    },
    { cancelledToo: true },
  )
}

/** How a customer follows a carrier's parcel. */
export function trackingOf(name: ApiCarrier, { number, courier }: Pick<BookedParcel, 'number' | 'courier'>) {
  const carrier = carrierName(courier ?? CARRIER_LABELS[name])
  const url = trackingLink(carrier, number) ?? trackingLink(CARRIER_LABELS[name], number)
  return { carrier, trackingNumber: number, url }
}

/** Ends a booking whose carrier doesn't come. Its customer doesn't see the pick-up of a return any more. */
export async function endBooking(
  tx: Transaction<Tables>,
  { id, exchange_id: exchangeId, number }: Pick<BookingRow, 'id' | 'exchange_id' | 'number'>,
  ended: { from: 'booked' | 'cancelling'; problem?: string },
): Promise<void> {
  if (exchangeId !== null) await lockExchange(tx, exchangeId)
  await settleBooking(tx, id, { ...ended, to: 'cancelled' })
  if (exchangeId !== null && number !== null) await clearPickup(tx, exchangeId, number)
}

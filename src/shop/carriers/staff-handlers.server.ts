import { z } from 'zod'
import { staffActor } from '#platform/api/identity.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { CARRIER_LABELS } from '#platform/carriers/names.ts'
import { paise, toRupees } from '#platform/money.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Settings } from '../settings/rules.ts'
import { countsOf } from '../shipping/inspection.ts'
import type { Shop } from '../shop.server.ts'
import { type ListedBooking, listBookings } from './sql.server.ts'
import { bookParcel, bookReturn, cancelBooking, readLabel, requestPickup } from './staff.server.ts'
import type { Booking, carriersStaffContract } from './staff-contract.ts'

/** Parcels that a carrier is asked for by its own API. */
export function createCarriersStaffHandlers(shop: Shop): Handlers<typeof carriersStaffContract> {
  return {
    async 'GET /bookings'({ query: { cursor, limit, orders = null, exchange = null, kind = null, state = null } }) {
      const key = readCursor(cursor, z.tuple([z.string(), z.string()]))
      if (!key.ok) return key
      const wanted = { orders, exchange, kind, state }
      const rows = await listBookings(shop.db, { after: key.data, limit: limit + 1, ...wanted })
      const { items, next } = cutPage(rows, limit, ({ sort_key, id }) => [sort_key, id])
      return ok({ items: items.map((row) => toBooking(row, shop.settings())), next })
    },

    async 'POST /orders/{id}/book'({ params: { id }, body: { carrier, lines }, caller: { staff } }) {
      const request = { carrier, pieces: lines && countsOf(lines) }
      const booked = await bookParcel({ ...shop, actor: staffActor(staff) }, id, request)
      return booked.ok ? ok(toBooking(booked.data, shop.settings())) : booked
    },

    async 'POST /exchanges/{id}/book'({ params: { id }, body: { carrier }, caller: { staff } }) {
      const booked = await bookReturn({ ...shop, actor: staffActor(staff) }, id, carrier)
      return booked.ok ? ok(toBooking(booked.data, shop.settings())) : booked
    },

    async 'POST /bookings/{id}/cancel'({ params: { id }, caller: { staff } }) {
      const cancelled = await cancelBooking({ ...shop, actor: staffActor(staff) }, id)
      return cancelled.ok ? ok(toBooking(cancelled.data, shop.settings())) : cancelled
    },

    async 'GET /bookings/{id}/label.pdf'({ params: { id } }) {
      const label = await readLabel(shop, id)
      return label.ok ? ok(label.data, { 'content-disposition': 'inline; filename="label.pdf"' }) : label
    },

    'POST /pickups': ({ body, caller: { staff } }) => requestPickup({ ...shop, actor: staffActor(staff) }, body),
  }
}

function toBooking(row: ListedBooking, settings: Settings): Booking {
  return {
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    orderNumber: orderNumber(row.order_number, settings),
    exchangeId: row.exchange_id,
    parcel: row.parcel,
    carrier: row.carrier,
    carrierName: CARRIER_LABELS[row.carrier],
    courier: row.courier,
    state: row.state,
    problem: row.problem,
    // A number that was only reserved isn't on any label.
    number: row.state === 'booking' ? null : row.number,
    reference: row.reference,
    pieces: Object.entries(row.pieces).map(([sku, quantity]) => ({ sku, quantity })),
    collect: toRupees(paise(row.collect_paise)),
    news: row.news !== null && row.news_at ? { status: row.news, at: row.news_at.toISOString() } : null,
    pickupOn: row.pickup_on,
    hasLeft: row.has_left,
    pickedUpAt: row.picked_up_at?.toISOString() ?? null,
    arrivedAt: row.arrived_at?.toISOString() ?? null,
    at: row.created_at.toISOString(),
    by: row.created_by,
  }
}

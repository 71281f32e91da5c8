import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id, whole } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { API_CARRIERS } from '#platform/carriers/names.ts'
import { sku, some, staffCall } from '../shipping/pack-contract.ts'
import { BOOKING_KINDS, BOOKING_STATES } from './rules.ts'

const carrier = z.enum(API_CARRIERS, { error: `The carrier is one of ${API_CARRIERS.join(', ')}.` })

const booking = z
  .object({
    id,
    kind: z.enum(BOOKING_KINDS),
    orderId: id,
    orderNumber: z.string(),
    /** Of a return: the exchange whose old piece is fetched. */
    exchangeId: id.nullable(),
    /** How many parcels of the order had left before it; 0 for a return. */
    parcel: z.int(),
    carrier,
    carrierName: z.string(),
    /** Who carries it, if the carrier is a broker. */
    courier: z.string().nullable(),
    state: z.enum(BOOKING_STATES),
    /** Why it failed, or what it waits for: a sentence. */
    problem: z.string().nullable(),
    /** The carrier's number, once it's booked. */
    number: z.string().nullable(),
    /** By which the carrier knows it. */
    reference: z.string(),
    pieces: z.array(z.object({ sku, quantity: z.int() })),
    /** What is collected at the door, in rupees. */
    collect: z.number(),
    /** What the carrier last said of it, and when. */
    news: z.object({ status: z.string(), at: z.iso.datetime() }).nullable(),
    /** The day in India on which the carrier is to fetch it. */
    pickupOn: z.iso.date().nullable(),
    /** True once its parcel is recorded as one that has left, or the carrier has the return. */
    hasLeft: z.boolean(),
    /** When the carrier had a return from its customer, and when it brought that to the shop, by the carrier's clock. */
    pickedUpAt: z.iso.datetime().nullable(),
    arrivedAt: z.iso.datetime().nullable(),
    at: z.iso.datetime(),
    by: z.string(),
  })
  .meta({ id: 'Booking' })
export type Booking = z.output<typeof booking>

const CHANGE = ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'] as const

/** Parcels that a carrier is asked for by its own API. */
export const carriersStaffContract = defineContract({
  'GET /bookings': {
    summary:
      'Parcels and returns booked with a carrier by its API, newest first; of some orders or an exchange, in a state',
    ...staffCall,
    query: z.object({
      ...pageQuery,
      orders: some.optional(),
      exchange: id.optional(),
      kind: z.enum(BOOKING_KINDS, { error: `The kind is one of ${BOOKING_KINDS.join(', ')}.` }).optional(),
      state: z.enum(BOOKING_STATES).optional(),
    }),
    status: 200,
    response: pageOf(booking),
    refusals: ['second_factor_needed'],
  },
  'POST /orders/{id}/book': {
    summary: 'Books an order’s next parcel with a carrier, whole or with some pieces; the carrier is asked soon after',
    ...staffCall,
    params: z.object({ id }),
    body: z.object({
      carrier,
      /** By default all that haven't left. */
      lines: z
        .array(z.object({ sku, quantity: whole(1, 10_000, 'Please enter at least 1 piece.') }))
        .min(1)
        .max(200)
        .optional(),
    }),
    status: 201,
    response: booking,
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /exchanges/{id}/book': {
    summary: 'Has a carrier fetch the old piece of an approved exchange; the carrier is asked soon after',
    ...staffCall,
    params: z.object({ id }),
    body: z.object({ carrier }),
    status: 201,
    response: booking,
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /bookings/{id}/cancel': {
    summary: 'Cancels the booking of a parcel that hasn’t left, or of a pick-up; the carrier is told soon after',
    ...staffCall,
    params: z.object({ id }),
    status: 200,
    response: booking,
    refusals: CHANGE,
    idempotent: true,
  },
  'GET /bookings/{id}/label.pdf': {
    summary: 'The carrier’s label of a booked parcel',
    ...staffCall,
    params: z.object({ id }),
    status: 200,
    response: fileBytes,
    fileType: 'application/pdf',
    refusals: ['second_factor_needed', 'not_found', 'conflict', 'carrier_failed'],
  },
  'POST /pickups': {
    summary: 'Asks a carrier to fetch the booked parcels on a day in India',
    ...staffCall,
    body: z.object({ carrier, day: z.iso.date({ error: 'Please enter a day such as 2026-12-01.' }) }),
    status: 200,
    response: z.object({
      carrier,
      day: z.iso.date(),
      /** How many it fetches that day. */
      parcels: z.int(),
      /** Those that it was asked to fetch before, on another day; null if it doesn't say which. */
      others: z.array(z.object({ orderNumber: z.string(), day: z.iso.date().nullable() })),
    }),
    refusals: ['second_factor_needed', 'foreign_origin', 'conflict', 'carrier_failed'],
    idempotent: true,
  },
})

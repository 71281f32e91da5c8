import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { addressChange } from '../orders/staff-contract.ts'
import { thumbnail } from '../orders/staff-order-contract.ts'
import { sku, staffCall } from './pack-contract.ts'
import { RETURN_STATES } from './rules.ts'

/** Pieces of what came back. */
export const inspected = z
  .array(z.object({ sku, quantity: z.int().min(1).max(100) }))
  .max(20)
  .default([])

const state = z.enum(RETURN_STATES, { error: `The state is one of ${RETURN_STATES.join(', ')}.` })

const listedReturn = z
  .object({
    /** The parcel's. */
    id,
    orderId: id,
    orderNumber: z.string(),
    carrier: z.string(),
    number: z.string(),
    url: z.string().nullable(),
    /** `received`: it's at the shop, and nobody has decided about its order yet. */
    state,
    /** Why, in the carrier's words or in those of staff. */
    reason: z.string().nullable(),
    /** Since when it's in this state. */
    since: z.iso.datetime(),
    name: z.string(),
    phone: z.string(),
    /** Town and PIN. */
    place: z.string(),
    pieces: z.array(
      z.object({
        sku: z.string(),
        name: z.string(),
        color: z.string(),
        size: z.string(),
        picture: thumbnail.nullable(),
        quantity: z.int(),
        /** Null until it's received. */
        good: z.int().nullable(),
        damaged: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'ListedReturn' })

export type ListedReturn = z.output<typeof listedReturn>

const named = { orderId: id, orderNumber: z.string() }
const refusals = ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'] as const

/** Parcels that come back (CONTRACT part four). */
export const returnsContract = defineContract({
  'GET /returns': {
    summary:
      'Parcels that couldn’t be delivered, come back or are back, until somebody decides about them; oldest first',
    ...staffCall,
    query: z.object({ ...pageQuery, state: state.optional() }),
    status: 200,
    response: pageOf(listedReturn).extend({ counts: z.record(state, z.int()) }),
    refusals: ['second_factor_needed'],
  },
  'POST /orders/{id}/parcels/{parcel}/received': {
    summary: 'Takes a parcel in that came back: good pieces go into stock, damaged ones are written off',
    ...staffCall,
    params: z.object({ id, parcel: z.string().min(1).max(200) }),
    body: z.object({ damaged: inspected, missing: inspected }),
    status: 200,
    response: z.object({
      ...named,
      /** What is neither good nor damaged is missing. */
      pieces: z.array(z.object({ sku: z.string(), quantity: z.int(), good: z.int(), damaged: z.int() })),
      /** True if it was received before. Then nothing was changed. */
      already: z.boolean(),
      undo: z.string().nullable(),
    }),
    refusals,
    idempotent: true,
  },
  'POST /orders/{id}/resend': {
    summary:
      'Has what came back packed and sent again, to another address if one is given; what is missing or damaged is refunded',
    ...staffCall,
    isSensitive: true,
    params: z.object({ id }),
    body: z.object({ address: addressChange.optional() }),
    status: 200,
    response: z.object({
      ...named,
      /** To pack again. */
      pieces: z.array(z.object({ sku: z.string(), quantity: z.int() })),
      /** In rupees. */
      refund: z.number(),
      /** True if it was sent again before. Then nothing was changed. */
      already: z.boolean(),
    }),
    refusals: [...refusals, 'not_paid', 'not_back', 'method_not_allowed', 'payment_unconfirmed', 'changed_meanwhile'],
    idempotent: true,
  },
  'POST /orders/{id}/close': {
    summary:
      'Ends an order in cash whose parcels all came back or are lost; “refused” counts against phone and address',
    ...staffCall,
    params: z.object({ id }),
    body: z.object({ reason: text({ max: 200, required: 'Please give a reason.' }) }),
    status: 200,
    response: z.object({
      ...named,
      /** The number of the credit note for its invoice, or null. */
      creditNote: z.string().nullable(),
      /** True if it was closed or cancelled before. Then nothing was changed. */
      already: z.boolean(),
    }),
    refusals: [...refusals, 'not_back'],
    idempotent: true,
  },
})

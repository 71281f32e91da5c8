import { z } from 'zod'
import { picture } from '../catalog/contract.ts'
import { discount, orderAddress } from './contract.ts'
import { ORDER_STATUSES, PARCEL_STATES } from './rules.ts'

/** A picture beside a product's name. */
export const thumbnail = picture.pick({ src: true, tone: true, width: true, height: true })

export const orderNote = z
  .object({
    id: z.string(),
    text: z.string(),
    author: z.string(),
    at: z.iso.datetime(),
    changedAt: z.iso.datetime().nullable(),
    /** For `If-Match` when it's changed. */
    version: z.int(),
    mayChange: z.boolean(),
  })
  .meta({ id: 'OrderNote' })

export type OrderNote = z.output<typeof orderNote>

/** What is said about the money of an order. */
export const payment = z.object({
  /** `in_doubt`: not confirmed by the provider. `due`: in cash at the door. */
  state: z.enum(['paid', 'in_doubt', 'waiting', 'due', 'unpaid', 'returned']),
  title: z.string(),
  /** What the shop knows. */
  text: z.string(),
  /** What to tell the customer. */
  tell: z.string(),
  method: z.string(),
  /** The provider’s; null for a packer. */
  id: z.string().nullable(),
})

const line = z.object({
  sku: z.string(),
  productId: z.string(),
  name: z.string(),
  color: z.string(),
  size: z.string(),
  picture: thumbnail.nullable(),
  /** Shelf or bin. */
  place: z.string().nullable(),
  quantity: z.int(),
  cancelled: z.int(),
  shipped: z.int(),
  unshipped: z.int(),
  /** In an exchange that is in progress. */
  exchanging: z.int(),
  /** Per piece, in rupees; null for a packer. */
  price: z.number().nullable(),
})

const refund = z.object({
  id: z.string(),
  amount: z.number(),
  state: z.enum(['due', 'pending', 'done', 'failed', 'withdrawn']),
  text: z.string(),
  at: z.iso.datetime(),
  /** Why, in the words of whoever made it; null if it was made at the provider. */
  reason: z.string().nullable(),
  creditNote: z.string().nullable(),
})

const dispute = z.object({
  id: z.string(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  amount: z.number(),
  reason: z.string(),
  respondBy: z.iso.datetime().nullable(),
  text: z.string(),
})

/** Everything about an order that staff need (CONTRACT part three, Staff site). Amounts in rupees. */
export const orderRecord = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum([...ORDER_STATUSES, 'cancelled']).nullable(),
    statusText: z.string(),
    /** When it was paid, or created if it isn't paid. */
    at: z.iso.datetime(),
    /** True if a parcel of it couldn't be delivered, comes back, came back or is lost. */
    isTrouble: z.boolean(),
    age: z.string(),
    late: z.string().nullable(),
    /** What to know before anything leaves: the customer's bank took the money back. */
    warning: z.string().nullable(),
    /** The day on which it's expected, as 2026-11-26. */
    expected: z.string().nullable(),
    /** Id and e-mail address are null for a packer. */
    customer: z.object({ id: z.string().nullable(), name: z.string(), email: z.string().nullable() }),
    /** Without its e-mail address for a packer. */
    address: orderAddress,
    /** Of the address, for `If-Match`. */
    addressVersion: z.string(),
    lines: z.array(line),
    toPack: z.int(),
    /** Null for a packer. */
    money: z
      .object({
        goods: z.number(),
        delivery: z.number(),
        tax: z.number(),
        taxIncluded: z.number(),
        total: z.number(),
        refunded: z.number(),
        /** What the customer's bank took back by lost disputes. */
        lost: z.number(),
        /** What can still be refunded. */
        left: z.number(),
        /** What store credit paid of the total. */
        credit: z.number(),
        /** What is still to come in cash. */
        due: z.number(),
      })
      .nullable(),
    /** Null for a packer, like the next one. */
    discounts: z.array(discount).nullable(),
    /** For paying in cash, in rupees. */
    cashFee: z.number().nullable(),
    /** The shopper's words for the courier, or empty. */
    note: z.string(),
    /** A business buyer's number, or empty; null for a packer. */
    gstin: z.string().nullable(),
    payment,
    /** True while the open shop takes payments in the sandbox: no money moves. */
    isSandbox: z.boolean(),
    disputes: z.array(dispute),
    refunds: z.array(refund),
    parcels: z.array(
      z.object({
        id: z.string(),
        carrier: z.string(),
        number: z.string(),
        url: z.string().nullable(),
        at: z.iso.datetime(),
        text: z.string(),
        state: z.enum(PARCEL_STATES),
        /** Why, in the carrier's words or in those of staff. */
        reason: z.string().nullable(),
        /** True if somebody has to do something about it. */
        isTrouble: z.boolean(),
        /** The states that it can have next, the likeliest first. */
        states: z.array(z.enum(PARCEL_STATES)),
        /** The calls about it that the server would take now, from this person. */
        can: z.array(z.string()),
        /** When it was taken in again, or null; `isResent`: what came back is sent again. */
        receivedAt: z.iso.datetime().nullable(),
        isResent: z.boolean(),
        /** `good` and `damaged` of them came back; null until it's received. */
        pieces: z.array(
          z.object({ sku: z.string(), quantity: z.int(), good: z.int().nullable(), damaged: z.int().nullable() }),
        ),
        /** What the carrier collects at the door, in rupees. */
        collect: z.number(),
      }),
    ),
    exchanges: z.array(z.object({ id: z.string(), product: z.string(), text: z.string(), at: z.iso.datetime() })),
    /** The number of the invoice or receipt, or null. */
    invoice: z.string().nullable(),
    /** The credit note for it, if the order was closed unpaid; `id` as a refund's. */
    closingNote: z.object({ id: z.string(), number: z.string() }).nullable(),
    /** Oldest first. `who`: null if it was nobody in particular. */
    timeline: z.array(z.object({ at: z.iso.datetime(), what: z.string(), who: z.string().nullable() })),
    /** Oldest first. */
    notes: z.array(orderNote),
    /** The calls that the server would take now, from this person. */
    can: z.array(z.string()),
    /** The one of them that comes next, or null. */
    next: z.string().nullable(),
  })
  .meta({ id: 'OrderRecord' })

export type OrderRecord = z.output<typeof orderRecord>

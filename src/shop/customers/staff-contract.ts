import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id, text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { credit } from '../credit/contract.ts'
import { EXCHANGE_STATES } from '../exchanges/desk-rules.ts'

const q = text({ max: 200, tooLong: 'Please search for at most 200 characters.' })
const ids = z.object({ id })
const day = z.string()

const listedCustomer = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** Of the newest order, or of the address book; empty if there's none. */
    phone: z.string(),
    city: z.string(),
    pin: z.string(),
    since: day,
    /** Paid orders, and their sum in rupees. */
    orders: z.int(),
    spent: z.number(),
    lastOrderAt: day.nullable(),
  })
  .meta({ id: 'ListedCustomer' })
export type ListedCustomer = z.output<typeof listedCustomer>

const order = z.object({
  id: z.string(),
  orderNumber: z.string(),
  orderedAt: day,
  status: z.enum(['ordered', 'packaging', 'ontheway', 'delivered', 'cancelled']),
  product: z.string(),
  lines: z.int(),
  /** Rupees. */
  total: z.number(),
})

const customerRecord = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  since: day,
  /** Paid orders, and their sum in rupees. */
  orders: z.int(),
  spent: z.number(),
  addresses: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      phoneNumber: z.string(),
      streetAddress: z.string(),
      townCity: z.string(),
      state: z.string(),
      zipCode: z.string(),
      country: z.string(),
      isDefault: z.boolean(),
    }),
  ),
  /** The newest 20, and the newest 50 of all that follows. */
  latestOrders: z.array(order),
  exchanges: z.array(
    z.object({
      id: z.string(),
      orderNumber: z.string(),
      product: z.string(),
      state: z.enum(EXCHANGE_STATES),
      requestedAt: day,
    }),
  ),
  messages: z.array(
    z.object({ id: z.string(), sentAt: day, message: z.string(), state: z.enum(['waiting', 'answered', 'hidden']) }),
  ),
  reviews: z.array(
    z.object({
      id: z.string(),
      product: z.string(),
      productName: z.string(),
      stars: z.int(),
      comment: z.string(),
      hidden: z.boolean(),
      answer: z.string().nullable(),
      createdAt: day,
    }),
  ),
  /** What they asked to be told about when it's back. */
  alerts: z.array(
    z.object({
      product: z.string(),
      productName: z.string(),
      color: z.string(),
      size: z.string(),
      since: day,
      /** `unconfirmed`: the address isn't proven, so no mail will go out. */
      state: z.enum(['waiting', 'unconfirmed', 'told']),
      toldAt: day.nullable(),
    }),
  ),
  newsletter: z.enum(['subscribed', 'unconfirmed', 'none']),
  /** Orders refused at the door, at a phone number or address of theirs, that count against paying in cash. */
  refusals: z.int(),
  credit: credit.extend({
    /** True once the shop gives store credit: until then nothing of it is shown. */
    isUsed: z.boolean(),
  }),
  /** What the customer loses by an erasure: a sentence each. */
  lost: z.array(z.string()),
  erasure: z.object({
    /** Why they can't be erased yet, and until when if that's known; null if they can be. */
    waits: z.string().nullable(),
    /** When it was asked for: the shop does it by itself as soon as it can. */
    requestedAt: day.nullable(),
    /** What will stay, and which law asks it: a sentence each. */
    stays: z.array(z.string()),
  }),
})
export type CustomerRecord = z.output<typeof customerRecord>

const csvCall = { access: 'staff', isSensitive: true, status: 200, response: fileBytes, fileType: 'text/csv' } as const

/** Customers, found by what they say, and their data (CONTRACT part three, Staff site). */
export const customersStaffContract = defineContract({
  'GET /customers': {
    summary: 'Customers, found by phone, name or its beginning, e-mail, or number of an order',
    group: 'Customers',
    access: 'staff',
    query: z.object({ q: q.optional(), ...pageQuery }),
    status: 200,
    response: pageOf(listedCustomer),
    refusals: ['second_factor_needed'],
  },
  'GET /customers/{id}': {
    summary: 'A customer with their orders, exchanges, messages, reviews, and what they wait for',
    group: 'Customers',
    access: 'staff',
    params: ids,
    status: 200,
    response: customerRecord,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'GET /customers/{id}/export': {
    summary: 'Everything stored about a customer',
    group: 'Customers',
    access: 'staff',
    isSensitive: true,
    params: ids,
    status: 200,
    response: z.looseObject({}).meta({ description: 'Account, addresses, orders, photos and all else, by name.' }),
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /customers/{id}/erase': {
    summary: 'Erases a customer by the address typed again, or as soon as their orders allow',
    group: 'Customers',
    access: 'staff',
    isSensitive: true,
    params: ids,
    body: z.object({ email: text({ max: 254, required: 'Please enter the customer’s e-mail address.' }) }),
    status: 200,
    response: z.object({
      stays: z.array(z.string()),
      /** What the customer loses: a sentence each. */
      lost: z.array(z.string()),
      /** Why it happens later, and when; null if it was done. */
      waits: z.string().nullable(),
      /** Takes a later erasure back with `POST /undo/{id}`. */
      undo: z.string().nullable(),
    }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'email_mismatch', 'order_under_way'],
    idempotent: true,
  },
  'POST /customers/{id}/sign-out': {
    summary: 'Signs a customer out on every device, such as after a lost phone',
    group: 'Customers',
    access: 'staff',
    params: ids,
    status: 200,
    response: z.object({ ended: z.int().meta({ description: 'How many sessions ended.' }) }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
    idempotent: true,
  },
  'POST /customers/{id}/forgive': {
    summary: 'Lets parcels that were refused at a customer’s phone number and address count no more',
    group: 'Customers',
    access: 'staff',
    params: ids,
    status: 200,
    response: z.object({ forgiven: z.int() }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
    idempotent: true,
  },
  'GET /customers.csv': {
    summary: 'All customers with an account',
    group: 'Customers',
    ...csvCall,
    refusals: ['second_factor_needed'],
  },
  'GET /newsletter.csv': {
    summary: 'The confirmed subscribers of the newsletter',
    group: 'Customers',
    ...csvCall,
    refusals: ['second_factor_needed'],
  },
})

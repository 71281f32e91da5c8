import { z } from 'zod'
import { indianDay, indianTimestamp } from '../india-time.ts'
import { toRupees } from '../money.ts'
import type { Outcome } from '../payments/provider.server.ts'
import type { BookedParcel, Carrier, CarrierNews, NewParcel } from './carrier.server.ts'
import { carrierTime, failed, fetchLabelFile, isSameSecret, refusedBy, sendToCarrier } from './carrier-client.server.ts'

const SHIPROCKET_API_URL = 'https://apiv2.shiprocket.in'

export interface ShiprocketSettings {
  /** Of an API user, not of the account. */
  email: string
  password: string
  /** Shiprocket sends it in the header `x-api-key` of a push. */
  webhookSecret: string
  /** An origin; absent: the carrier's own. */
  apiUrl?: string | null
}

const text = z.coerce.string()
const signedIn = z.object({ token: z.string().min(1) })
const orders = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      channel_order_id: text,
      status: text.catch(''),
      shipment_id: z.number().nullish().catch(null),
      shipments: z
        .array(
          z.object({
            // Of a return it's only beside the shipments.
            id: z.number().nullish(),
            awb: text.nullish(),
            courier: text.nullish(),
            pickup_scheduled_date: text.nullish(),
          }),
        )
        .catch([]),
    }),
  ),
  meta: z
    .object({ pagination: z.object({ total_pages: z.number() }) })
    .optional()
    .catch(undefined),
})
type Found = z.output<typeof orders>['data'][number]
/** How an order is found: a return among all returns since it was booked. */
type Sought = Pick<NewParcel, 'reference' | 'isReturn' | 'bookedAt'>

const created = z.object({ order_id: z.number(), shipment_id: z.number() })
const assigned = z.object({
  awb_assign_status: z.coerce.number().catch(0),
  message: z.string().optional().catch(undefined),
  response: z
    .object({
      data: z.object({
        awb_code: text.optional().catch(undefined),
        courier_name: z.string().optional().catch(undefined),
        awb_assign_error: z.string().optional().catch(undefined),
      }),
    })
    .optional()
    .catch(undefined),
})
const label = z.object({ label_url: z.string().nullish(), response: z.string().optional().catch(undefined) })
const anything = z.looseObject({})
const planned = z.object({
  response: z.object({ pickup_scheduled_date: text.nullish() }).optional().catch(undefined),
})
const places = z.object({
  data: z.object({
    shipping_address: z.array(
      z.object({
        pickup_location: z.string(),
        pin_code: text,
        name: text.nullish(),
        address: text.nullish(),
        address_2: text.nullish(),
        city: text.nullish(),
        state: text.nullish(),
        phone: text.nullish(),
      }),
    ),
  }),
})
type Place = z.output<typeof places>['data']['shipping_address'][number]
const served = z.object({
  data: z
    .object({ available_courier_companies: z.array(z.object({ cod: z.coerce.number().catch(0) })).catch([]) })
    .optional(),
})
const tracked = z.object({
  tracking_data: z.object({
    shipment_track: z
      .array(
        z.object({
          awb_code: text.nullish(),
          current_status: z.string().nullish(),
          courier_name: z.string().nullish(),
        }),
      )
      .catch([]),
    shipment_track_activities: z
      .array(z.object({ date: z.string() }))
      .nullish()
      .catch(null),
  }),
})
const push = z.object({
  awb: text,
  courier_name: z.string().nullish(),
  current_status: z.string(),
  current_timestamp: z.string(),
  is_return: z.coerce.number().catch(0),
})

const RETURNS_PER_PAGE = 100
const MAX_PAGES = 50
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Shiprocket's API (apidocs.shiprocket.in). A token lives for ten days, and one that ended is renewed once. An order's id is
 * used once, and what was made of it is found by it: the order, then its number.
 */
export function createShiprocket({ email, password, webhookSecret, apiUrl }: ShiprocketSettings): Carrier {
  const origin = apiUrl ?? SHIPROCKET_API_URL
  let token: Promise<Outcome<string>> | null = null

  async function signIn(): Promise<Outcome<string>> {
    const url = `${origin}/v1/external/auth/login`
    const answer = await sendToCarrier(signedIn, { url, headers: {}, body: { email, password } })
    if (answer.ok) return { ok: true, data: answer.data.token }
    // Wrong credentials are 400 or 422 here.
    return answer.failure.kind === 'refused' ? failed(401, '') : answer
  }

  /** One sign-in serves all that need it at once; a failed one isn't kept. */
  async function send<T>(schema: z.ZodType<T>, path: string, body?: unknown): Promise<Outcome<T>> {
    for (let attempt = 1; ; attempt++) {
      token ??= signIn()
      const used = token
      const current = await used
      const answer = current.ok ? await sendWith(current.data, schema, path, body) : current
      const isOver = !current.ok || (!answer.ok && answer.failure.status === 401)
      // Another call may have renewed it meanwhile.
      if (isOver && token === used) token = null
      if (!current.ok || !isOver || attempt === 2) return answer
    }
  }

  function sendWith<T>(bearer: string, schema: z.ZodType<T>, path: string, body: unknown): Promise<Outcome<T>> {
    const headers = { authorization: `Bearer ${bearer}` }
    return sendToCarrier(schema, { url: `${origin}/v1/external/${path}`, headers, body })
  }

  const find = (sought: Sought) => (sought.isReturn ? findReturn(sought) : findOrder(sought.reference))

  async function findOrder(reference: string): Promise<Outcome<Found | null>> {
    const found = await send(orders, `orders?${new URLSearchParams({ search: reference, per_page: '50' })}`)
    if (!found.ok) return found.failure.kind === 'not_found' ? { ok: true, data: null } : found
    return { ok: true, data: found.data.data.find((order) => order.channel_order_id === reference) ?? null }
  }

  /** Returns are listed apart from orders, and can't be searched there. */
  async function findReturn({ reference, bookedAt }: Sought): Promise<Outcome<Found | null>> {
    const from = indianDay(new Date(bookedAt.getTime() - DAY_MS))
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = { from, per_page: String(RETURNS_PER_PAGE), page: String(page) }
      const listed = await send(orders, `orders/processing/return?${new URLSearchParams(query)}`)
      if (!listed.ok) return listed.failure.kind === 'not_found' ? { ok: true, data: null } : listed
      const { data, meta } = listed.data
      const found = data.find((order) => order.channel_order_id === reference)
      const pages = meta?.pagination.total_pages ?? (data.length < RETURNS_PER_PAGE ? page : page + 1)
      if (found || page >= pages) return { ok: true, data: found ?? null }
    }
    return failed(0, 'its list of returns is too long')
  }

  async function findPlace(name: string): Promise<Outcome<Place | undefined>> {
    const known = await send(places, 'settings/company/pickup')
    if (!known.ok) return known
    return {
      ok: true,
      data: known.data.data.shipping_address.find(({ pickup_location }) => pickup_location === name),
    }
  }

  async function offers(query: Readonly<Record<string, string>>): Promise<Outcome<boolean>> {
    const answer = await send(served, `courier/serviceability/?${new URLSearchParams({ weight: '0.5', ...query })}`)
    if (answer.ok) return { ok: true, data: (answer.data.data?.available_courier_companies ?? []).length > 0 }
    return answer.failure.kind === 'not_found' ? { ok: true, data: false } : answer
  }

  async function create(parcel: NewParcel): Promise<Outcome<z.output<typeof created>>> {
    if (!parcel.isReturn) return send(created, 'orders/create/adhoc', orderOf(parcel))
    const place = await findPlace(parcel.place)
    if (!place.ok) return place
    if (!place.data) return refusedBy(`it knows no place named “${parcel.place}”`)
    return send(created, 'orders/create/return', returnOf(parcel, place.data))
  }

  /** The shipment of an order, made if there is none. */
  async function shipmentOf(parcel: NewParcel): Promise<Outcome<{ id: number; booked: BookedParcel | null }>> {
    const before = await find(parcel)
    if (!before.ok) return before
    if (before.data) return shownShipment(before.data)
    const answer = await create(parcel)
    if (answer.ok) return { ok: true, data: { id: answer.data.shipment_id, booked: null } }
    if (answer.failure.kind !== 'refused') return answer
    // An earlier request that was still under way has used the id.
    const now = await find(parcel)
    if (!now.ok) return now
    return now.data ? shownShipment(now.data) : answer
  }

  async function assign(parcel: NewParcel, id: number): Promise<Outcome<BookedParcel>> {
    const wanted = { shipment_id: id, ...(parcel.isReturn ? { is_return: 1 } : {}) }
    const answer = await send(assigned, 'courier/assign/awb', wanted)
    const data = answer.ok ? answer.data.response?.data : undefined
    if (answer.ok && answer.data.awb_assign_status === 1 && data?.awb_code)
      return { ok: true, data: bookedAs(data.awb_code, id, data.courier_name) }
    // It may have one already, by an answer that was lost.
    const now = await find(parcel)
    if (!now.ok) return now
    const shown = now.data ? shownShipment(now.data) : null
    if (shown?.ok && shown.data.booked) return { ok: true, data: shown.data.booked }
    if (!answer.ok && answer.failure.kind !== 'refused') return answer
    // Without a number the order stays there, which would be in the way of booking it again.
    if (now.data) await send(anything, 'orders/cancel', { ids: [now.data.id] })
    const words = answer.ok ? (data?.awb_assign_error ?? answer.data.message) : answer.failure.description
    return refusedBy(words ?? 'it gives no number')
  }

  /** The day on which a shipment is fetched, which is asked for unless it was before; null if Shiprocket doesn't say. */
  async function planVisit(shipment: string | null, sought: Sought, day?: string): Promise<Outcome<string | null>> {
    const wanted = { shipment_id: [Number(shipment)], ...(day === undefined ? {} : { pickup_date: [day] }) }
    const asked = await send(planned, 'courier/generate/pickup', wanted)
    // Sundays and holidays move to the next day.
    if (asked.ok) return { ok: true, data: dayOf(asked.data.response?.pickup_scheduled_date) ?? day ?? null }
    if (!/already/i.test(asked.failure.description)) return asked
    const found = await find(sought)
    return found.ok ? { ok: true, data: dayOf(found.data?.shipments[0]?.pickup_scheduled_date) } : found
  }

  return {
    reserveNumber: null,

    async book(parcel) {
      const shipment = await shipmentOf(parcel)
      if (!shipment.ok) return shipment
      const { id, booked: before } = shipment.data
      const booked: Outcome<BookedParcel> = before ? { ok: true, data: before } : await assign(parcel, id)
      if (!booked.ok || !parcel.isReturn) return booked
      const visit = await planVisit(booked.data.remoteId, parcel)
      if (visit.ok) return { ok: true, data: { ...booked.data, pickupOn: visit.data } }
      // It has a number by now, so it isn't refused: somebody cancels it, or it's asked again.
      return visit.failure.kind === 'refused' ? failed(0, visit.failure.description) : visit
    },

    async fetchLabel({ remoteId }) {
      const answer = await send(label, 'courier/generate/label', { shipment_id: [Number(remoteId)] })
      if (!answer.ok) return answer
      return answer.data.label_url
        ? fetchLabelFile(answer.data.label_url, origin)
        : refusedBy(answer.data.response ?? 'it has no label yet')
    },

    async requestPickup({ parcels, day }) {
      const days: (string | null)[] = []
      for (const { remoteId, reference } of parcels) {
        const sought = { reference, isReturn: false, bookedAt: new Date(0) }
        const visit = await planVisit(remoteId, sought, day)
        if (!visit.ok) return visit
        days.push(visit.data)
      }
      return { ok: true, data: days }
    },

    async cancel(booking) {
      const found = await find(booking)
      if (!found.ok) return found
      if (!found.data || isCancelled(found.data)) return { ok: true, data: null }
      const shown = shownShipment(found.data)
      const awb = booking.number ?? (shown.ok ? shown.data.booked?.number : undefined)
      if (awb !== undefined) {
        const told = await send(anything, 'orders/cancel/shipment/awbs', { awbs: [awb] })
        if (!told.ok && told.failure.kind !== 'refused') return told
        if (!told.ok) {
          const now = await find(booking)
          if (!(now.ok && now.data && isCancelled(now.data))) return told
        }
      }
      const ended = await send(anything, 'orders/cancel', { ids: [found.data.id] })
      return ended.ok || ended.failure.kind === 'refused' ? { ok: true, data: null } : ended
    },

    async track(numbers) {
      const news: CarrierNews[] = []
      for (const number of numbers) {
        const said = await send(tracked, `courier/track/awb/${encodeURIComponent(number)}`)
        // One that isn't known fails for itself alone.
        if (!said.ok && said.failure.kind === 'unreachable') return said
        const one = said.ok ? trackedNews(number, said.data) : null
        if (one) news.push(one)
      }
      return { ok: true, data: news }
    },

    async checkPin(pin, place) {
      const from = await findPlace(place)
      if (!from.ok) return from
      // Booking names the place that isn't known; only the keys are tried here.
      if (!from.data) return { ok: true, data: { delivers: true, takesCash: true } }
      const way = { pickup_postcode: from.data.pin_code, delivery_postcode: pin }
      const cash = await offers({ ...way, cod: '1' })
      if (!cash.ok) return cash
      if (cash.data) return { ok: true, data: { delivers: true, takesCash: true } }
      const paid = await offers({ ...way, cod: '0' })
      return paid.ok ? { ok: true, data: { delivers: paid.data, takesCash: false } } : paid
    },

    async checkReturn(pin, place) {
      const to = await findPlace(place)
      if (!to.ok) return to
      if (!to.data) return { ok: true, data: true }
      return offers({ pickup_postcode: pin, delivery_postcode: to.data.pin_code, cod: '0', is_return: '1' })
    },

    readPush(headers, body) {
      if (!isSameSecret(headers.get('x-api-key') ?? '', webhookSecret)) return 'forged'
      try {
        const { awb, courier_name, current_status, current_timestamp, is_return } = push.parse(JSON.parse(body))
        const at = pushTime(current_timestamp)
        if (!at) return null
        const isReturn = is_return === 1
        return { number: awb, courier: courier_name ?? null, status: current_status, type: '', isReturn, at }
      } catch {
        return null
      }
    },
  }
}

const bookedAs = (number: string, shipment: number, courier: string | null | undefined): BookedParcel => ({
  number,
  remoteId: String(shipment),
  courier: courier ? courier : null,
  pickupOn: null,
})

const isCancelled = ({ status }: Found) => /cancell?ed/i.test(status)

function shownShipment(order: Found): Outcome<{ id: number; booked: BookedParcel | null }> {
  const [shipment] = order.shipments
  const id = shipment?.id ?? order.shipment_id
  if (!shipment || !id) return failed(0, 'its order has no shipment')
  const { awb, courier } = shipment
  return { ok: true, data: { id, booked: awb ? bookedAs(awb, id, courier) : null } }
}

function trackedNews(
  number: string,
  { tracking_data: { shipment_track, shipment_track_activities } }: z.output<typeof tracked>,
): CarrierNews | null {
  const [track] = shipment_track
  const times = (shipment_track_activities ?? []).flatMap(({ date }) => carrierTime(date) ?? [])
  const at = times.sort((one, other) => other.getTime() - one.getTime())[0]
  if (!track?.current_status || !at) return null
  return { number, courier: track.courier_name ?? null, status: track.current_status, type: '', isReturn: false, at }
}

/** `23 05 2023 11:43:52`, or as in its other answers. */
function pushTime(written: string): Date | null {
  const [, day, month, year, clock] = /^(\d{2})[ -](\d{2})[ -](\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(written.trim()) ?? []
  return carrierTime(day === undefined ? written : `${year}-${month}-${day} ${clock}`)
}

/** The day of one of its times, `2026-12-01 14:00:00`; null if it's none. */
const dayOf = (written: string | null | undefined) => /^\d{4}-\d{2}-\d{2}/.exec(written ?? '')?.[0] ?? null

/** The total isn't summed up there: `sub_total` is what is collected. */
function orderOf(parcel: NewParcel): Record<string, unknown> {
  const { customer: to, collect } = parcel
  return {
    order_id: parcel.reference,
    order_date: indianTimestamp(parcel.bookedAt).slice(0, 16),
    pickup_location: parcel.place,
    comment: parcel.note,
    billing_customer_name: to.firstName,
    billing_last_name: to.lastName,
    billing_address: to.street,
    billing_city: to.city.slice(0, 30),
    billing_pincode: to.pin,
    billing_state: to.state,
    billing_country: 'India',
    billing_email: parcel.email,
    billing_phone: to.phone,
    ...(to.phone2 === '' ? {} : { billing_alternate_phone: to.phone2 }),
    shipping_is_billing: true,
    payment_method: collect > 0 ? 'COD' : 'Prepaid',
    sub_total: toRupees(collect > 0 ? collect : parcel.value),
    ...contentsOf(parcel),
  }
}

/** It's fetched from the customer, and goes to a place of the shop, whose address is named in full. */
function returnOf(parcel: NewParcel, place: Place): Record<string, unknown> {
  const { customer: from } = parcel
  return {
    order_id: parcel.reference,
    order_date: indianTimestamp(parcel.bookedAt).slice(0, 10),
    pickup_customer_name: from.firstName,
    pickup_last_name: from.lastName,
    pickup_address: from.street,
    pickup_city: from.city.slice(0, 30),
    pickup_state: from.state,
    pickup_country: 'India',
    pickup_pincode: from.pin,
    pickup_email: parcel.email,
    pickup_phone: from.phone,
    shipping_customer_name: place.name || parcel.seller,
    shipping_address: place.address ?? '',
    shipping_address_2: place.address_2 ?? '',
    shipping_city: place.city ?? '',
    shipping_state: place.state ?? '',
    shipping_country: 'India',
    shipping_pincode: place.pin_code,
    shipping_email: parcel.email,
    shipping_phone: place.phone ?? '',
    payment_method: 'PREPAID',
    sub_total: toRupees(parcel.value),
    ...contentsOf(parcel),
  }
}

const contentsOf = ({ items, lengthCm, breadthCm, heightCm, grams }: NewParcel) => ({
  order_items: items.map(({ name, sku, quantity, price, hsn }) => ({
    name,
    sku,
    units: quantity,
    selling_price: toRupees(price),
    hsn,
  })),
  length: lengthCm,
  breadth: breadthCm,
  height: heightCm,
  weight: grams / 1000,
})

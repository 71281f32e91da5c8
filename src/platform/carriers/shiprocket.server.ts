import { z } from 'zod'
import { indianTimestamp } from '../india-time.ts'
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
      shipments: z.array(z.object({ id: z.number(), awb: text.nullish(), courier: text.nullish() })).catch([]),
    }),
  ),
})
type Found = z.output<typeof orders>['data'][number]

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
const places = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: z.string(), pin_code: text })) }),
})
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

  async function find(reference: string): Promise<Outcome<Found | null>> {
    const found = await send(orders, `orders?${new URLSearchParams({ search: reference, per_page: '50' })}`)
    if (!found.ok) return found.failure.kind === 'not_found' ? { ok: true, data: null } : found
    return { ok: true, data: found.data.data.find((order) => order.channel_order_id === reference) ?? null }
  }

  /** The shipment of an order, made if there is none. */
  async function shipmentOf(parcel: NewParcel): Promise<Outcome<{ id: number; booked: BookedParcel | null }>> {
    const before = await find(parcel.reference)
    if (!before.ok) return before
    if (before.data) return shownShipment(before.data)
    const answer = await send(created, 'orders/create/adhoc', orderOf(parcel))
    if (answer.ok) return { ok: true, data: { id: answer.data.shipment_id, booked: null } }
    if (answer.failure.kind !== 'refused') return answer
    // An earlier request that was still under way has used the id.
    const now = await find(parcel.reference)
    if (!now.ok) return now
    return now.data ? shownShipment(now.data) : answer
  }

  return {
    reserveNumber: null,

    async book(parcel) {
      const shipment = await shipmentOf(parcel)
      if (!shipment.ok) return shipment
      const { id, booked } = shipment.data
      if (booked) return { ok: true, data: booked }
      const answer = await send(assigned, 'courier/assign/awb', { shipment_id: id })
      const data = answer.ok ? answer.data.response?.data : undefined
      if (answer.ok && answer.data.awb_assign_status === 1 && data?.awb_code)
        return { ok: true, data: bookedAs(data.awb_code, id, data.courier_name) }
      // It may have one already, by an answer that was lost.
      const now = await find(parcel.reference)
      if (!now.ok) return now
      const shown = now.data ? shownShipment(now.data) : null
      if (shown?.ok && shown.data.booked) return { ok: true, data: shown.data.booked }
      if (!answer.ok && answer.failure.kind !== 'refused') return answer
      // Without a number the order stays there, which would be in the way of booking it again.
      if (now.data) await send(anything, 'orders/cancel', { ids: [now.data.id] })
      const words = answer.ok ? (data?.awb_assign_error ?? answer.data.message) : answer.failure.description
      return refusedBy(words ?? 'it gives no number')
    },

    async fetchLabel({ remoteId }) {
      const answer = await send(label, 'courier/generate/label', { shipment_id: [Number(remoteId)] })
      if (!answer.ok) return answer
      return answer.data.label_url
        ? fetchLabelFile(answer.data.label_url, origin)
        : refusedBy(answer.data.response ?? 'it has no label yet')
    },

    async requestPickup({ parcels, day }) {
      for (const { remoteId } of parcels) {
        const visit = { shipment_id: [Number(remoteId)], pickup_date: [day] }
        const asked = await send(anything, 'courier/generate/pickup', visit)
        // One that was asked for before.
        if (!asked.ok && !/already/i.test(asked.failure.description)) return asked
      }
      return { ok: true, data: null }
    },

    async cancel({ reference, number }) {
      const found = await find(reference)
      if (!found.ok) return found
      if (!found.data || isCancelled(found.data)) return { ok: true, data: null }
      const shown = shownShipment(found.data)
      const awb = number ?? (shown.ok ? shown.data.booked?.number : undefined)
      if (awb !== undefined) {
        const told = await send(anything, 'orders/cancel/shipment/awbs', { awbs: [awb] })
        if (!told.ok && told.failure.kind !== 'refused') return told
        if (!told.ok) {
          const now = await find(reference)
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
      const known = await send(places, 'settings/company/pickup')
      if (!known.ok) return known
      const from = known.data.data.shipping_address.find(({ pickup_location }) => pickup_location === place)
      // Booking names the place that isn't known; only the keys are tried here.
      if (!from) return { ok: true, data: { delivers: true, takesCash: true } }
      const offers = async (cod: '0' | '1') => {
        const query = { pickup_postcode: from.pin_code, delivery_postcode: pin, weight: '0.5', cod }
        const answer = await send(served, `courier/serviceability/?${new URLSearchParams(query)}`)
        if (answer.ok)
          return { ok: true as const, data: (answer.data.data?.available_courier_companies ?? []).length > 0 }
        return answer.failure.kind === 'not_found' ? { ok: true as const, data: false } : answer
      }
      const cash = await offers('1')
      if (!cash.ok) return cash
      if (cash.data) return { ok: true, data: { delivers: true, takesCash: true } }
      const paid = await offers('0')
      return paid.ok ? { ok: true, data: { delivers: paid.data, takesCash: false } } : paid
    },

    readPush(headers, body) {
      if (!isSameSecret(headers.get('x-api-key') ?? '', webhookSecret)) return 'forged'
      try {
        const { awb, courier_name, current_status, current_timestamp, is_return } = push.parse(JSON.parse(body))
        const at = pushTime(current_timestamp)
        // A parcel that a buyer sends back isn't the one that was sent.
        if (!at || is_return === 1) return null
        return { number: awb, courier: courier_name ?? null, status: current_status, type: '', at }
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
})

const isCancelled = ({ status }: Found) => /cancell?ed/i.test(status)

function shownShipment(order: Found): Outcome<{ id: number; booked: BookedParcel | null }> {
  const [shipment] = order.shipments
  if (!shipment) return failed(0, 'its order has no shipment')
  const { id, awb, courier } = shipment
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
  return { number, courier: track.courier_name ?? null, status: track.current_status, type: '', at }
}

/** `23 05 2023 11:43:52`, or as in its other answers. */
function pushTime(written: string): Date | null {
  const [, day, month, year, clock] = /^(\d{2})[ -](\d{2})[ -](\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(written.trim()) ?? []
  return carrierTime(day === undefined ? written : `${year}-${month}-${day} ${clock}`)
}

/** The total isn't summed up there: `sub_total` is what is collected. */
function orderOf(parcel: NewParcel): Record<string, unknown> {
  const { to, items, collect } = parcel
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
    order_items: items.map(({ name, sku, quantity, price, hsn }) => ({
      name,
      sku,
      units: quantity,
      selling_price: toRupees(price),
      hsn,
    })),
    payment_method: collect > 0 ? 'COD' : 'Prepaid',
    sub_total: toRupees(collect > 0 ? collect : parcel.value),
    length: parcel.lengthCm,
    breadth: parcel.breadthCm,
    height: parcel.heightCm,
    weight: parcel.grams / 1000,
  }
}

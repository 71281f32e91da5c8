import { z } from 'zod'
import { toRupees } from '../money.ts'
import type { Outcome } from '../payments/provider.server.ts'
import type { BookedParcel, Carrier, CarrierNews, NewParcel } from './carrier.server.ts'
import { carrierTime, failed, fetchLabelFile, isSameSecret, refusedBy, sendToCarrier } from './carrier-client.server.ts'

export const DELHIVERY_API_URL = 'https://track.delhivery.com'

export interface DelhiverySettings {
  token: string
  /** Delhivery sends it in the header `Authorization` of a push, as its support is told. */
  webhookSecret: string
  /** An origin; absent: the carrier's own. */
  apiUrl?: string | null
}

const packages = z.object({
  ShipmentData: z
    .array(
      z.object({
        Shipment: z.object({
          AWB: z.coerce.string(),
          ReferenceNo: z.coerce.string().catch(''),
          Status: z.object({
            Status: z.string(),
            StatusType: z.string().catch(''),
            StatusDateTime: z.string(),
          }),
        }),
      }),
    )
    .optional(),
  Error: z.string().optional(),
})
type Shipment = NonNullable<z.output<typeof packages>['ShipmentData']>[number]['Shipment']

const created = z.object({
  success: z.boolean().optional(),
  rmk: z.string().optional().catch(undefined),
  packages: z
    .array(
      z.object({
        status: z.string(),
        waybill: z.coerce.string().catch(''),
        refnum: z.coerce.string().catch(''),
        remarks: z.union([z.string(), z.array(z.string())]).catch(''),
      }),
    )
    .default([]),
})

const edited = z.object({
  status: z.union([z.boolean(), z.string()]).optional(),
  error: z.string().optional().catch(undefined),
  remark: z.string().optional().catch(undefined),
})

const slip = z.object({ packages: z.array(z.object({ pdf_download_link: z.string().optional() })).default([]) })
const pins = z.object({
  delivery_codes: z.array(
    z.object({ postal_code: z.object({ pre_paid: z.string(), cod: z.string(), pickup: z.string().catch('') }) }),
  ),
})
const visit = z.object({ pickup_id: z.union([z.string(), z.number()]).optional(), pr_exist: z.boolean().optional() })
const push = z.object({ Shipment: packages.shape.ShipmentData.unwrap().element.shape.Shipment })

/**
 * Delhivery's API for single parcels (one.delhivery.com, developer portal). It has no idempotency keys: a parcel is
 * booked under a waybill that was fetched before, which can be used once, and an answer that was lost is found by the
 * parcel's reference.
 */
export function createDelhivery({ token, webhookSecret, apiUrl }: DelhiverySettings): Carrier {
  const origin = apiUrl ?? DELHIVERY_API_URL
  const send = <T>(schema: z.ZodType<T>, path: string, body?: unknown) =>
    sendToCarrier(schema, { url: `${origin}${path}`, headers: { authorization: `Token ${token}` }, body })

  async function find(by: Readonly<Record<string, string>>): Promise<Outcome<Shipment[]>> {
    const found = await send(packages, `/api/v1/packages/json/?${new URLSearchParams(by)}`)
    if (found.ok) return { ok: true, data: (found.data.ShipmentData ?? []).map(({ Shipment }) => Shipment) }
    return found.failure.kind === 'not_found' ? { ok: true, data: [] } : found
  }

  async function findBooked(reference: string): Promise<Outcome<BookedParcel | null>> {
    const found = await find({ ref_ids: reference })
    if (!found.ok) return found
    const shipment = found.data.find(({ ReferenceNo }) => ReferenceNo === reference)
    return { ok: true, data: shipment ? bookedAs(shipment.AWB) : null }
  }

  async function findPin(pin: string) {
    const found = await send(pins, `/c/api/pin-codes/json/?${new URLSearchParams({ filter_codes: pin })}`)
    return found.ok ? { ok: true as const, data: found.data.delivery_codes[0]?.postal_code } : found
  }

  return {
    reserveNumber: () => send(z.coerce.string().regex(/^\d{6,20}$/), '/waybill/api/fetch/json/'),

    async book(parcel) {
      const before = await findBooked(parcel.reference)
      if (!before.ok) return before
      if (before.data) return { ok: true, data: before.data }
      const answer = await send(created, '/api/cmu/create.json', formOf(parcel))
      if (!answer.ok) return answer
      const { packages: all, rmk = '' } = answer.data
      const made = all.find(({ refnum }) => refnum === parcel.reference) ?? all[0]
      if (made?.status === 'Success' && made.waybill !== '') return { ok: true, data: bookedAs(made.waybill) }
      const words = [rmk, ...(made ? [made.remarks].flat() : [])].filter((text) => text !== '').join(' ')
      // An earlier request that was still under way has used the waybill or the reference.
      if (!/duplicate|consume|already/i.test(words)) return refusedBy(words || 'it gives no reason')
      const now = await findBooked(parcel.reference)
      if (!now.ok) return now
      return now.data ? { ok: true, data: now.data } : failed(0, words)
    },

    async fetchLabel({ number }) {
      const answer = await send(
        slip,
        `/api/p/packing_slip?${new URLSearchParams({ wbns: number, pdf: 'true', pdf_size: '4R' })}`,
      )
      if (!answer.ok) return answer
      const link = answer.data.packages[0]?.pdf_download_link ?? ''
      return link === '' ? refusedBy('it has no label yet') : fetchLabelFile(link, origin)
    },

    async requestPickup({ parcels, day, place }) {
      const asked = await send(visit, '/fm/request/new/', {
        pickup_time: '14:00:00',
        pickup_date: day,
        pickup_location: place,
        expected_package_count: parcels.length,
      })
      const days: Outcome<string[]> = { ok: true, data: parcels.map(() => day) }
      // A visit that is planned already fetches these parcels, too.
      if (!asked.ok) return /already/i.test(asked.failure.description) ? days : asked
      return asked.data.pickup_id === undefined && !asked.data.pr_exist ? refusedBy('it gives no visit') : days
    },

    async cancel({ reference, number }) {
      const found = await findBooked(reference)
      if (!found.ok) return found
      if (!found.data) return { ok: true, data: null }
      const waybill = number ?? found.data.number
      const answer = await send(edited, '/api/p/edit', { waybill, cancellation: 'true' })
      if (answer.ok && (answer.data.status === true || /^(?:true|success)$/i.test(String(answer.data.status))))
        return { ok: true, data: null }
      const now = await find({ waybill })
      if (now.ok && now.data.some(({ Status }) => Status.StatusType === 'CN' || /cancell?ed/i.test(Status.Status)))
        return { ok: true, data: null }
      return answer.ok ? refusedBy(answer.data.error ?? answer.data.remark ?? 'it gives no reason') : answer
    },

    async track(numbers) {
      if (numbers.length === 0) return { ok: true, data: [] }
      const found = await find({ waybill: numbers.join(',') })
      return found.ok ? { ok: true, data: found.data.flatMap((shipment) => newsOf(shipment) ?? []) } : found
    },

    async checkPin(pin) {
      const found = await findPin(pin)
      if (!found.ok) return found
      const delivers = found.data?.pre_paid.toUpperCase() === 'Y'
      return { ok: true, data: { delivers, takesCash: delivers && found.data?.cod.toUpperCase() === 'Y' } }
    },

    async checkReturn(pin) {
      const found = await findPin(pin)
      return found.ok ? { ok: true, data: found.data?.pickup.toUpperCase() === 'Y' } : found
    },

    readPush(headers, body) {
      const given = (headers.get('authorization') ?? '').replace(/^(?:Token|Bearer) /, '')
      if (!isSameSecret(given, webhookSecret)) return 'forged'
      try {
        return newsOf(push.parse(JSON.parse(body)).Shipment)
      } catch {
        return null
      }
    },
  }
}

const bookedAs = (number: string): BookedParcel => ({
  number,
  remoteId: null,
  courier: null,
  pickupOn: null,
})

function newsOf({ AWB, Status }: Shipment): CarrierNews | null {
  const at = carrierTime(Status.StatusDateTime)
  if (!at) return null
  return { number: AWB, courier: null, status: Status.Status, type: Status.StatusType, isReturn: false, at }
}

/** Its parser takes these signs for its own. */
const plain = (text: string) =>
  text
    .replace(/[&#%;\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The body has a form's names, whatever its type. The address of a return is where it's fetched: it goes to the place's own
 * return address.
 */
function formOf(parcel: NewParcel): string {
  const { customer: to, items, collect, isReturn } = parcel
  const shipment = {
    name: plain(`${to.firstName} ${to.lastName}`),
    add: plain(to.street),
    pin: to.pin,
    city: plain(to.city),
    state: plain(to.state),
    country: 'India',
    phone: [to.phone, to.phone2].filter((phone) => phone !== ''),
    order: parcel.reference,
    waybill: parcel.number ?? '',
    payment_mode: isReturn ? 'Pickup' : collect > 0 ? 'COD' : 'Prepaid',
    cod_amount: collect > 0 ? toRupees(collect) : '',
    total_amount: toRupees(parcel.value),
    products_desc: plain(items.map(({ name, quantity }) => `${quantity} x ${name}`).join(', ')).slice(0, 400),
    hsn_code: [...new Set(items.map(({ hsn }) => hsn))].join(','),
    quantity: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    order_date: parcel.bookedAt.toISOString(),
    seller_name: plain(parcel.seller),
    shipping_mode: 'Surface',
    weight: parcel.grams,
    shipment_length: parcel.lengthCm,
    shipment_width: parcel.breadthCm,
    shipment_height: parcel.heightCm,
  }
  const data = { shipments: [shipment], pickup_location: { name: parcel.place } }
  return `format=json&data=${encodeURIComponent(JSON.stringify(data))}`
}

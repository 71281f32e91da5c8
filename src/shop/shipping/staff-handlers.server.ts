import { z } from 'zod'
import { staffActor } from '#platform/api/identity.ts'
import { type KeysetKey, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { API_CARRIERS, type ApiCarrier, CARRIER_LABELS } from '#platform/carriers/names.ts'
import { seesMoney } from '../orders/seen-by.ts'
import type { Shop } from '../shop.server.ts'
import { CARRIER_NAMES } from './carriers.ts'
import { closeOrder } from './close.server.ts'
import { exportOrders } from './export-orders.server.ts'
import { importFile, previewFile } from './import-file.server.ts'
import { countsOf } from './inspection.ts'
import { listToPack, readTicksSince, readToPack, takeTicks } from './pack.server.ts'
import { correctParcel, setParcelState } from './parcel.server.ts'
import { pickRows } from './pick-rows.ts'
import { receiveParcel, resendOrder } from './returns.server.ts'
import { listForReturns } from './returns-list.server.ts'
import { printLabels, printRunSlips } from './slips.server.ts'
import { shipOrder } from './staff.server.ts'
import type { shippingStaffContract } from './staff-contract.ts'

const PACK_KEY = z.tuple([z.int(), z.string().max(64)]) satisfies z.ZodType<KeysetKey>

/** Picking, packing and shipping on the staff site (CONTRACT part three). */
export function createShippingStaffHandlers(shop: Shop): Handlers<typeof shippingStaffContract> {
  return {
    async 'GET /pack'({ query: { cursor, limit, orders } }) {
      if (orders) return ok({ ...(await readToPack(shop, orders)), next: null })
      const key = readCursor(cursor, PACK_KEY)
      return key.ok ? ok(await listToPack(shop, { after: key.data, limit })) : key
    },

    async 'GET /pick-list'({ query: { orders } }) {
      const { items, ticks, now } = await readToPack(shop, orders)
      return ok({ items: pickRows(items), ticks, now })
    },

    async 'GET /pack/ticks'({ query: { since } }) {
      return ok(await readTicksSince(shop, new Date(since)))
    },

    async 'POST /pack/ticks'({ body: { ticks }, caller: { staff } }) {
      return ok(await takeTicks({ ...shop, actor: staffActor(staff), staffId: staff.staffId }, ticks))
    },

    async 'POST /orders/{id}/ship'({ params: { id }, body: { lines, ...parcel }, caller: { staff } }) {
      const pieces = lines && countsOf(lines)
      return shipOrder({ ...shop, actor: staffActor(staff) }, id, { ...parcel, pieces })
    },

    async 'POST /orders/{id}/parcels/{parcel}/correct'({ params, body, caller: { staff } }) {
      return correctParcel({ ...shop, actor: staffActor(staff) }, params.id, params.parcel, body)
    },

    async 'POST /orders/{id}/parcels/{parcel}/state'({ params, body, caller: { staff } }) {
      return setParcelState({ ...shop, actor: staffActor(staff) }, params.id, params.parcel, body)
    },

    'GET /returns': ({ query }) => listForReturns(shop, query),

    async 'POST /orders/{id}/parcels/{parcel}/received'({ params, body, caller: { staff } }) {
      const inspection = { damaged: countsOf(body.damaged), missing: countsOf(body.missing) }
      return receiveParcel({ ...shop, actor: staffActor(staff) }, params.id, params.parcel, inspection)
    },

    async 'POST /orders/{id}/resend'({ params: { id }, body, caller: { staff } }) {
      return resendOrder({ ...shop, actor: staffActor(staff) }, id, body)
    },

    async 'POST /orders/{id}/close'({ params: { id }, body, caller: { staff } }) {
      return closeOrder({ ...shop, actor: staffActor(staff) }, id, body)
    },

    async 'GET /carriers'() {
      return ok({ items: CARRIER_NAMES.map((name) => ({ name, api: apiOf(shop, name) })), next: null })
    },

    async 'GET /packing-slips.pdf'({ query: { orders, size } }) {
      const printed = await printRunSlips(shop, orders, size)
      return printed.ok ? ok(printed.data.file, named('packing-slips.pdf')) : printed
    },

    async 'GET /labels.pdf'({ query: { skus } }) {
      const printed = await printLabels(shop, skus)
      return printed.ok ? ok(printed.data, named('labels.pdf')) : printed
    },

    async 'POST /shipments/import'({ query: { apply }, body, caller: { staff } }) {
      const context = { ...shop, actor: staffActor(staff) }
      return apply === undefined ? ok(await previewFile(context, body)) : importFile(context, body, apply)
    },

    async 'GET /shipments/export.csv'({ query: { format }, caller: { staff } }) {
      const withMoney = seesMoney(staff.role) && staff.programId === undefined
      const lines = await exportOrders(shop, { format, withMoney })
      return ok(Buffer.from(`${lines.join('\r\n')}\r\n`), named(`${format}.csv`, 'attachment'))
    },
  }
}

/** Null if the shop has no keys of it. */
function apiOf({ carriers }: Shop, name: string): ApiCarrier | null {
  return API_CARRIERS.find((api) => CARRIER_LABELS[api] === name && carriers[api]) ?? null
}

function named(name: string, how: 'inline' | 'attachment' = 'inline') {
  return { 'content-disposition': `${how}; filename="${name}"` }
}

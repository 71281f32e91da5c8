import { z } from 'zod'
import { staffActor } from '#platform/api/identity.ts'
import { type KeysetKey, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { listToPack, readTicksSince, readToPack, takeTicks } from './pack.server.ts'
import { pickRows } from './pick-rows.ts'
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
  }
}

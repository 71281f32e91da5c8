import type { Carrier } from '#platform/carriers/carrier.server.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { STAFF, type TestShop } from './shop.ts'

/** A carrier that takes everything at once. */
function quickCarrier(): Carrier {
  let parcels = 0
  return {
    reserveNumber: null,
    book: async () => ({
      ok: true,
      data: { number: `QUICK${++parcels}`, remoteId: null, courier: null, pickupOn: null },
    }),
    fetchLabel: async () => ({ ok: true, data: Buffer.from('%PDF-1.4\n%%EOF\n') }),
    requestPickup: async ({ parcels, day }) => ({ ok: true, data: parcels.map(() => day) }),
    cancel: async () => ({ ok: true, data: null }),
    track: async () => ({ ok: true, data: [] }),
    checkPin: async () => ({ ok: true, data: { delivers: true, takesCash: true } }),
    checkReturn: async () => ({ ok: true, data: true }),
    readPush: () => 'forged',
  }
}

/** Lets a shop book with Delhivery, which takes everything at once. */
export async function connectQuickCarrier({ shop }: TestShop): Promise<void> {
  Object.assign(shop, { carriers: { delhivery: quickCarrier() } })
  const parcel = { ...DEFAULT_SETTINGS['shipping.parcel'], grams: 450, lengthCm: 30, breadthCm: 25, heightCm: 4 }
  await changeSettings(shop, STAFF, { 'shipping.pickupPlace': 'Neem Street', 'shipping.parcel': parcel })
}

import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { checkRateLimits } from '../rate-limits.server.ts'
import { PHOTO_LIMITS } from '../reviews/rules.ts'
import { photoData, takePhoto } from '../reviews/take-photo.server.ts'
import type { Shop } from '../shop.server.ts'
import type { ExchangePhoto } from './contract.ts'
import { NOT_DELIVERED, PHOTOS_OFF } from './messages.ts'
import { hasDeliveredOrder, insertPhoto, listPhotos } from './photos-sql.server.ts'

/** Why a customer may upload no photo for an exchange, whatever it is; null if they may. */
export async function refuseExchangePhoto(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  customer: CustomerId,
): Promise<Refusal<'conflict' | 'not_delivered'> | null> {
  if (settings()['exchange.photos'] === 'off') return refuse('conflict', PHOTOS_OFF)
  return (await hasDeliveredOrder(db, customer)) ? null : refuse('not_delivered', NOT_DELIVERED)
}

/** Takes a photo for an exchange that is requested within a day. */
export async function addExchangePhoto(
  shop: Shop,
  customer: CustomerId,
  bytes: Uint8Array,
): Promise<
  Result<
    { photo: ExchangePhoto },
    'conflict' | 'not_delivered' | 'shop_busy' | 'unreadable_picture' | 'too_many_requests'
  >
> {
  const refusal =
    (await refuseExchangePhoto(shop, customer)) ??
    (await checkRateLimits(shop, [[`exchange-photo ${customer}`, PHOTO_LIMITS]]))
  if (refusal) return refusal
  const taken = await takePhoto(shop, bytes)
  if (!taken.ok) return taken
  await insertPhoto(shop.db, customer, taken.data)
  return ok({ photo: await toPhoto(shop, taken.data) })
}

/** The photos of an exchange for its customer. */
export async function readExchangePhotos(shop: Shop, exchangeId: string): Promise<ExchangePhoto[]> {
  return Promise.all((await listPhotos(shop.db, exchangeId)).map((row) => toPhoto(shop, row)))
}

async function toPhoto(
  shop: Shop,
  { id, ...size }: { id: string; width: number; height: number },
): Promise<ExchangePhoto> {
  return { _id: id, src: (await photoData(shop, id)) ?? '', ...size }
}

import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { Variant } from '../cart/sql.server.ts'
import { inLanguageOf } from '../contact/language-sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Shop, ShopJob } from '../shop.server.ts'
import { backInStockMail, priceDropMail } from './mails.server.ts'
import { setBaselinePrices, takePriceDrops } from './price-sql.server.ts'
import { nextBatchSize } from './rules.ts'
import {
  countRecentlyNotified,
  deleteOldAlerts,
  findVariantsBack,
  hasRoomForMails,
  lockPieces,
  takeNext,
} from './sql.server.ts'

/** Mails written in one transaction, which locks their stock. */
const BATCH = 50

type Context = Pick<Shop, 'db' | 'mail' | 'config' | 'settings'>

export const alertJobs: readonly ShopJob[] = [
  { name: 'stock alerts', everyMs: 5000, run: (shop) => notifyOfStock(shop) },
  { name: 'price alerts', everyMs: 60_000, run: (shop) => notifyOfPrices(shop) },
  { name: 'old alerts', everyMs: HOUR_MS, run: ({ db }) => deleteOldAlerts(db) },
]

/**
 * Notifies people of every variant that is back, in batches no larger than what can be bought. Returns the number of
 * mails.
 */
export async function notifyOfStock(shop: Context, batch = BATCH): Promise<number> {
  const settings = shop.settings()
  if (!settings['shop.open']) return 0
  let written = 0
  for (const variant of await findVariantsBack(shop.db)) {
    // Sign-in codes must not wait behind thousands of mails, and the stock may be gone by the time a queued mail is
    // sent.
    if (!(await hasRoomForMails(shop.db, batch))) break
    written += await notifyWave(shop, variant, { batch, settings })
  }
  if (written > 0) shop.mail.wake()
  return written
}

async function notifyWave(
  { db, mail, config }: Context,
  variant: Variant,
  { batch, settings }: { batch: number; settings: Settings },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const pieces = await lockPieces(tx, variant)
    if (!pieces) return 0
    // Read after the lock, so that notifications by another instance count.
    const wave = { available: pieces.available, notified: await countRecentlyNotified(tx, variant, pieces.sku) }
    const people = await takeNext(tx, variant, nextBatchSize(wave, batch))
    for (const { email, unsubscribeToken } of people) {
      const render = () =>
        backInStockMail(
          { ...variant, ...pieces },
          { to: email, unsubscribeToken, publicUrl: config.publicUrl, settings },
        )
      await mail.enqueue(tx, await inLanguageOf(tx, email, render))
    }
    return people.length
  })
}

/** Notifies people of lower prices on wishlists, with one mail each. Returns the number of mails. */
export async function notifyOfPrices({ db, mail, config, settings: current }: Context, batch = BATCH): Promise<number> {
  const settings = current()
  if (!settings['shop.open']) return 0
  await setBaselinePrices(db)
  let written = 0
  while (await hasRoomForMails(db, batch)) {
    const count = await db.transaction().execute(async (tx) => {
      const people = Map.groupBy(await takePriceDrops(tx, batch), ({ email }) => email)
      for (const [to, drops] of people) {
        const unsubscribeToken = drops[0]?.unsubscribeToken ?? ''
        const render = () => priceDropMail(drops, { to, unsubscribeToken, publicUrl: config.publicUrl, settings })
        await mail.enqueue(tx, await inLanguageOf(tx, to, render))
      }
      return people.size
    })
    if (count === 0) break
    written += count
  }
  if (written > 0) mail.wake()
  return written
}

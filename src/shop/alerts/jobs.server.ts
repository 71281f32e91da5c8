import { attempt, createPoller, type Poller } from '#platform/process/poller.server.ts'
import type { Variant } from '../cart/store.server.ts'
import { inLanguageOf } from '../contact/language-store.server.ts'
import type { Settings } from '../settings/rules.ts'
import { readSettings } from '../settings/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import { backInStockMail, priceDropMail } from './mails.server.ts'
import { startPrices, takePriceDrops } from './price-store.server.ts'
import { waveSize } from './rules.ts'
import { countToldLately, findVariantsBack, hasRoomForMails, lockPieces, takeNext } from './store.server.ts'

const POLL_MS = 5000
const PRICES_EVERY_MS = 60 * 1000
/** Mails of one transaction, which holds the stock of what it tells of. */
const BATCH = 50

type Told = Pick<Shop, 'db' | 'mail' | 'settings'>

/** Tells those who wait, and those who asked about prices. Any number of instances may run it. */
export function createAlertJobs(shop: Shop): Poller {
  let pricesAt = Number.NEGATIVE_INFINITY
  return createPoller(async () => {
    await attempt(shop.log, 'stock alerts', () => tellOfStock(shop))
    if (performance.now() - pricesAt < PRICES_EVERY_MS) return
    pricesAt = performance.now()
    await attempt(shop.log, 'price alerts', () => tellOfPrices(shop))
  }, POLL_MS)
}

/** Tells of every variant that is back, in waves no larger than what can be bought. Returns how many mails it wrote. */
export async function tellOfStock(shop: Told, batch = BATCH): Promise<number> {
  const settings = await readSettings(shop.db)
  if (!settings['shop.open']) return 0
  let told = 0
  for (const variant of await findVariantsBack(shop.db)) {
    // Sign-in codes don't wait behind thousands of mails, and what waits for a mail server may be gone when it is read.
    if (!(await hasRoomForMails(shop.db, batch))) break
    told += await tellWave(shop, variant, { batch, settings })
  }
  if (told > 0) shop.mail.wake()
  return told
}

async function tellWave(
  { db, mail, settings: { publicUrl } }: Told,
  variant: Variant,
  { batch, settings }: { batch: number; settings: Settings },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const pieces = await lockPieces(tx, variant)
    if (!pieces) return 0
    // Read after the lock, so that what another instance has told counts.
    const wave = { available: pieces.available, told: await countToldLately(tx, variant, pieces.sku) }
    const people = await takeNext(tx, variant, waveSize(wave, batch))
    for (const { email, leaveToken } of people) {
      const write = () => backInStockMail({ ...variant, ...pieces }, { to: email, leaveToken, publicUrl, settings })
      await mail.enqueue(tx, await inLanguageOf(tx, email, write))
    }
    return people.length
  })
}

/** Tells of lower prices on wishlists, one mail a person. Returns how many it wrote. */
export async function tellOfPrices({ db, mail, settings: { publicUrl } }: Told, batch = BATCH): Promise<number> {
  const settings = await readSettings(db)
  if (!settings['shop.open']) return 0
  await startPrices(db)
  let told = 0
  while (await hasRoomForMails(db, batch)) {
    const written = await db.transaction().execute(async (tx) => {
      const people = Map.groupBy(await takePriceDrops(tx, batch), ({ email }) => email)
      for (const [to, drops] of people) {
        const leaveToken = drops[0]?.leaveToken ?? ''
        const write = () => priceDropMail(drops, { to, leaveToken, publicUrl, settings })
        await mail.enqueue(tx, await inLanguageOf(tx, to, write))
      }
      return people.size
    })
    if (written === 0) break
    told += written
  }
  if (told > 0) mail.wake()
  return told
}

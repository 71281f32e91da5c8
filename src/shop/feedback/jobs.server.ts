import { HOUR_MS } from '#platform/process/jobs.server.ts'
import { hasRoomForMails } from '../alerts/sql.server.ts'
import { inLanguageOf } from '../contact/language-sql.server.ts'
import type { Shop, ShopJob } from '../shop.server.ts'
import { reviewMail } from './mails.server.ts'
import { readerToken, takeDelivered } from './sql.server.ts'

/** Orders taken in one transaction. */
const BATCH = 50

export const feedbackJobs: readonly ShopJob[] = [
  { name: 'review requests', everyMs: HOUR_MS / 4, run: (shop) => askForReviews(shop) },
]

/** Mails the customers of orders that were delivered ten days ago (setting `reviews.ask`). Returns the number of orders taken. */
export async function askForReviews({
  db,
  mail,
  config: { publicUrl },
  settings: current,
}: Pick<Shop, 'db' | 'mail' | 'config' | 'settings'>): Promise<number> {
  const settings = current()
  // Sign-in codes must not wait behind these.
  if (!settings['reviews.ask'] || !settings['shop.open'] || !(await hasRoomForMails(db, BATCH))) return 0
  const taken = await db.transaction().execute(async (tx) => {
    const due = await takeDelivered(tx, BATCH)
    for (const { email, name, products } of due.asked) {
      const unsubscribeToken = await readerToken(tx, email)
      const write = () => reviewMail(products, { to: email, name, unsubscribeToken, publicUrl, settings })
      await mail.enqueue(tx, await inLanguageOf(tx, email, write))
    }
    return due.taken
  })
  if (taken > 0) mail.wake()
  return taken
}

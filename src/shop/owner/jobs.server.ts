import { indianDay, indianHour } from '#platform/india-time.ts'
import { claimDigest, claimForMail } from '../events/sql.server.ts'
import type { Shop, ShopJob } from '../shop.server.ts'
import { digestMail, eventMail } from './mails.server.ts'
import { readToday } from './today-sql.server.ts'

const BATCH = 20
/** The most events of one digest; the others come with the next one. */
const MAX_IN_DIGEST = 200

export const ownerJobs: readonly ShopJob[] = [{ name: 'owner mails', everyMs: 5000, run: writeOwnerMails }]

/** Writes the due mails, each once however many instances run. @returns the number of events claimed for them */
export async function writeOwnerMails(shop: Shop): Promise<number> {
  const hasWebhooks = shop.config.webhooks !== null
  const { events, hasMails } = await shop.db.transaction().execute(async (tx) => {
    const settings = shop.settings()
    if (settings['owner.email'] !== '' && settings['owner.mails'] === 'digest') {
      const now = shop.clock.now()
      if (indianHour(now) < settings['owner.digestHour'] || !(await claimDigest(tx, indianDay(now))))
        return { events: 0, hasMails: false }
      const events = await claimForMail(tx, MAX_IN_DIGEST)
      await shop.mail.enqueue(tx, digestMail(events, await readToday(tx, settings, { hasWebhooks }), settings))
      return { events: events.length, hasMails: true }
    }
    // Events are claimed even without an address, so that an address set later gets no mails about the past.
    const events = await claimForMail(tx, BATCH)
    const hasMails = settings['owner.email'] !== '' && events.length > 0
    if (hasMails) for (const event of events) await shop.mail.enqueue(tx, eventMail(event, settings))
    return { events: events.length, hasMails }
  })
  if (hasMails) shop.mail.wake()
  return events
}

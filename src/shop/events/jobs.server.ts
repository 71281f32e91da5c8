import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import { deleteOldEvents, wakeDeliveries } from './sql.server.ts'
import { deliverDue } from './webhooks.server.ts'

export const eventJobs: readonly ShopJob[] = [
  {
    name: 'webhooks',
    everyMs: 1000,
    run: async ({ db, log, config: { webhooks } }) => (webhooks ? deliverDue(db, log, webhooks) : 0),
    wakeAll: ({ db }) => wakeDeliveries(db),
  },
  { name: 'old events', everyMs: HOUR_MS, run: ({ db }) => deleteOldEvents(db) },
]

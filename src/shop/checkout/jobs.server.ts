import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import { cancelUnconfirmed } from './confirm.server.ts'
import { reconcileExchanges, reconcileOrders } from './reconcile.server.ts'
import { remindUnpaid } from './remind.server.ts'
import { wakeOpenOrders } from './sql.server.ts'
import { processEvents } from './webhook.server.ts'
import { deleteOldEvents, wakeEvents } from './webhook-sql.server.ts'

const EVERY_MS = 2000
const BATCH = 20

export const checkoutJobs: readonly ShopJob[] = [
  {
    name: 'payment events',
    everyMs: EVERY_MS,
    run: (shop) => processEvents(shop, { limit: BATCH }),
    wakeAll: ({ db }) => wakeEvents(db),
  },
  {
    name: 'orders',
    everyMs: EVERY_MS,
    run: (shop) => reconcileOrders(shop, BATCH),
    wakeAll: ({ db }) => wakeOpenOrders(db),
  },
  { name: 'exchange payments', everyMs: 5000, run: (shop) => reconcileExchanges(shop, BATCH) },
  { name: 'unpaid orders', everyMs: EVERY_MS, run: (shop) => remindUnpaid(shop, BATCH) },
  { name: 'unconfirmed orders', everyMs: 60_000, run: (shop) => cancelUnconfirmed(shop, 100) },
  { name: 'old payment events', everyMs: HOUR_MS, run: ({ db }) => deleteOldEvents(db) },
]

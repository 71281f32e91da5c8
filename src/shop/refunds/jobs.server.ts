import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import { sweepDisputes } from './disputes.server.ts'
import { sendRefunds } from './send.server.ts'
import { wakeRefunds } from './sql.server.ts'

const BATCH = 20

export const refundJobs: readonly ShopJob[] = [
  {
    name: 'refunds',
    everyMs: 2000,
    run: (shop) => sendRefunds(shop, BATCH),
    wakeAll: ({ db }) => wakeRefunds(db),
  },
  { name: 'disputes', everyMs: HOUR_MS, run: sweepDisputes },
]

import type { ShopJob } from '../shop.server.ts'
import { sendNextBatch } from './staff.server.ts'

export const contactJobs: readonly ShopJob[] = [
  { name: 'newsletter', everyMs: 2000, run: (shop) => sendNextBatch(shop) },
]

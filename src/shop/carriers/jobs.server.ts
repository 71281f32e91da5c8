import type { ShopJob } from '../shop.server.ts'
import { cancelStale, workBookings } from './booking.server.ts'
import { trackParcels } from './news.server.ts'
import { wakeBookings } from './sql.server.ts'

const MINUTE_MS = 60_000

export const carriersJobs: readonly ShopJob[] = [
  { name: 'carriers', everyMs: 1000, run: workBookings, wakeAll: ({ db }) => wakeBookings(db) },
  { name: 'where parcels are', everyMs: 10 * MINUTE_MS, run: trackParcels },
  { name: 'bookings of changed orders', everyMs: MINUTE_MS, run: cancelStale },
]

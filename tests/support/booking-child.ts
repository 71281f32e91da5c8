import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pino } from 'pino'
import { openShop } from '#app/open-shop.server.ts'
import { readConfig } from '#platform/config.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { createNoProvider } from '#platform/payments/no-provider.server.ts'
import { workBookings } from '#shop/carriers/booking.server.ts'
import type { Tables } from '#shop/tables.server.ts'

/** The argument of this process, as JSON: it asks a carrier about the bookings that are due, and is killed at a failpoint. */
export interface BookingTask {
  connection: Connection
  dataDir: string
  /** Of the carrier's stand-in. */
  settings: Record<string, string>
}

// A process that is killed does not write its cache of compiled code, which makes the next one start sooner.
flushCompileCache()

// Safe cast: the test that starts this process writes a BookingTask.
const { connection, dataDir, settings } = JSON.parse(process.argv[2] ?? '') as BookingTask
const log = pino({ level: 'silent' })
const open = await openShop({
  config: readConfig({ PORT: '0', PUBLIC_URL: 'http://localhost', DATA_DIR: dataDir, ...settings }, { root: dataDir }),
  log,
  root: join(import.meta.dirname, '../..'),
  database: openDatabase<Tables>({ connection, log }),
  provider: { payments: createNoProvider(), sandboxOrigin: null, controlToken: null, stop: async () => {} },
  demonstration: false,
})
await workBookings(open.shop)

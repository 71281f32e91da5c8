import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import type { BookingTask } from '../../../tests/support/booking-child.ts'
import { type BookableStandIn, type BookingShop, withBookingShop } from '../../../tests/support/booking-fixture.ts'
import type { CarrierFault } from '../../../tests/support/carrier-stand-in.ts'
import { startDelhivery } from '../../../tests/support/delhivery-stand-in.ts'
import { cleanEnvironment } from '../../../tests/support/processes.ts'
import { startShiprocket } from '../../../tests/support/shiprocket-stand-in.ts'
import { connectionTo } from '../../../tests/support/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** BOOKINGS=500 KILLS=20 is the size of the fault matrix. */
const KILLS = Number(process.env.KILLS ?? 1)
const BOOKINGS = Number(process.env.BOOKINGS ?? 30)
const FAULTS: readonly CarrierFault[] = ['lost', 'before', 'late', 'busy', 'down', 'garbage']
/** The same in each run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

describe.each<{ name: string; start: () => Promise<BookableStandIn> }>([
  { name: 'delhivery', start: startDelhivery },
  { name: 'shiprocket', start: startShiprocket },
])('$name', ({ name, start }) => {
  const fixture = withBookingShop(name, start)
  const { book, bought, work, call, bookingsOf, parcelsOf } = fixture

  test(
    'of many bookings with faults, with some cancelled at any moment, none is made twice and none lost',
    async () => {
      const next = random(20_261_129)
      const { db } = fixture.shop.shop
      const orders = new Map<string, boolean>()
      for (let made = 0; made < BOOKINGS; made++) {
        const id = await bought()
        orders.set(id, false)
        expect(await book(id)).toMatchObject({ status: 201 })
        fixture.carrier.faults.push(
          ...Array.from({ length: 3 }, () =>
            next() < 0.5 ? (FAULTS[Math.floor(next() * FAULTS.length)] ?? null) : null,
          ),
        )
        // Two instances work at once.
        await Promise.all([work(), work()])
        if (next() < 0.2) {
          const [booking] = await bookingsOf(id)
          await call('POST', `/bookings/${String(booking?.id)}/cancel`)
          orders.set(id, true)
        }
      }
      fixture.carrier.faults.length = 0
      await expect
        .poll(
          async () => {
            await work()
            const { rows } = await sql<{ open: number }>`
              select count(*)::integer as open from bookings where state in ('booking', 'cancelling')`.execute(db)
            return rows[0]?.open
          },
          { timeout: 60_000 },
        )
        .toBe(0)
      for (const [id, isCancelled] of orders) {
        const [booking, ...more] = await bookingsOf(id)
        expect(more).toEqual([])
        const parcels = parcelsOf(booking?.reference)
        expect(parcels.length).toBeLessThanOrEqual(1)
        if (isCancelled) {
          expect(booking).toMatchObject({ state: 'cancelled' })
          expect(parcels.filter((parcel) => !parcel.isCancelled)).toEqual([])
        } else {
          expect(booking).toMatchObject({ state: 'booked' })
          expect(parcels).toMatchObject([{ number: booking?.number, isCancelled: false }])
        }
      }
      expect(new Set(fixture.carrier.parcels.map(({ reference }) => reference)).size).toBe(
        fixture.carrier.parcels.length,
      )
    },
    10_000 * BOOKINGS,
  )

  test.each(['booking:reserved', 'booking:answered'])('killed at %s: the parcel is booked once', async (point) => {
    // Only who gives out numbers has a moment between.
    if (point === 'booking:reserved' && name !== 'delhivery') return
    for (let kill = 0; kill < KILLS; kill++) {
      const id = await bought()
      await book(id)
      expect(await workAndKill(fixture, point)).toBe('SIGKILL')
      expect((await bookingsOf(id))[0]).toMatchObject({ state: 'booking' })
      await work()
      const [booking] = await bookingsOf(id)
      expect(booking).toMatchObject({ state: 'booked' })
      expect(parcelsOf(booking?.reference)).toMatchObject([{ number: booking?.number }])
    }
  })
})

/** Asks the carrier in another process that is killed at a failpoint, and returns the signal that ended it. */
async function workAndKill({ shop, carrier }: BookingShop<BookableStandIn>, point: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.shop.db)
  const task: BookingTask = {
    connection: connectionTo(inject('testServer').connection, rows[0]?.name ?? ''),
    dataDir: shop.config.dataDir,
    settings: carrier.settings,
  }
  const child = spawn(process.execPath, [join(ROOT, 'tests/support/booking-child.ts'), JSON.stringify(task)], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), NODE_ENV: 'test', FAILPOINT: point },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
}

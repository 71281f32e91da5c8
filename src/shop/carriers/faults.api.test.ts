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
  const { book, bought, bookReturn, exchanged, work, call, bookingsOf, parcelsOf } = fixture

  /** Books a parcel of a new order, or has an old piece fetched, and returns the order. */
  async function bookNew(kind: 'parcel' | 'return'): Promise<string> {
    if (kind === 'parcel') {
      const id = await bought()
      expect(await book(id)).toMatchObject({ status: 201 })
      return id
    }
    const { id, exchangeId } = await exchanged()
    expect(await bookReturn(exchangeId)).toMatchObject({ status: 201 })
    return id
  }
  /** The number of the pick-up that the customer of an order sees. */
  async function pickupOf(orderId: string): Promise<string | null> {
    const { rows } = await sql<{ number: string | null }>`
      select pickup_number as number from exchanges where order_id = ${orderId}`.execute(fixture.shop.shop.db)
    return rows[0]?.number ?? null
  }

  test(
    'of many bookings of parcels and pick-ups with faults, with some cancelled at any moment, none is made twice and none lost',
    async () => {
      const next = random(20_261_129)
      const { db } = fixture.shop.shop
      const orders = new Map<string, boolean>()
      for (let made = 0; made < BOOKINGS; made++) {
        const id = await bookNew(next() < 0.3 ? 'return' : 'parcel')
        orders.set(id, false)
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
      const mails = { least: 0, most: 0 }
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
        if (booking?.kind !== 'return') continue
        expect(await pickupOf(id)).toBe(isCancelled ? null : booking.number)
        mails.most++
        if (!isCancelled) mails.least++
      }
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from outbox where subject like 'We’re picking up your old item%'`.execute(db)
      expect(rows[0]?.count).toBeGreaterThanOrEqual(mails.least)
      expect(rows[0]?.count).toBeLessThanOrEqual(mails.most)
      expect(new Set(fixture.carrier.parcels.map(({ reference }) => reference)).size).toBe(
        fixture.carrier.parcels.length,
      )
    },
    10_000 * BOOKINGS,
  )

  // Only who gives out numbers has a moment between.
  const points = name === 'delhivery' ? ['booking:reserved', 'booking:answered'] : ['booking:answered']
  const kills = points.flatMap((point) => (['parcel', 'return'] as const).map((kind) => ({ point, kind })))
  test.each(kills)('killed at $point: the $kind is booked once', async ({ point, kind }) => {
    for (let kill = 0; kill < KILLS; kill++) {
      const id = await bookNew(kind)
      expect(await workAndKill(fixture, point)).toBe('SIGKILL')
      expect((await bookingsOf(id))[0]).toMatchObject({ state: 'booking' })
      await work()
      const [booking] = await bookingsOf(id)
      expect(booking).toMatchObject({ state: 'booked' })
      expect(parcelsOf(booking?.reference)).toMatchObject([{ number: booking?.number }])
      expect(await pickupOf(id)).toBe(kind === 'return' ? booking?.number : null)
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

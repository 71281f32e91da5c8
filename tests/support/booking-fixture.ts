import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { approveExchange } from '#shop/exchanges/staff.server.ts'
import { advanceOrder } from '#shop/orders/staff.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import type { StandIn, StoredParcel } from './carrier-stand-in.ts'
import { buy, newShopper, orderInCash, type Shopper, tee, type Wanted } from './checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from './shop.ts'
import { type SignedInStaff, signInStaff } from './staff.ts'

/** Enough of what tests buy. */
const PRODUCTS = [
  { id: 'boxy-tee', price: 1299, stock: { Black: { M: 5000 } } },
  { id: 'tin-tote', price: 27, stock: { White: { 'Free Size': 5000 } } },
]

/** A carrier's stand-in, and what a shop needs to book with it. */
export interface BookableStandIn extends StandIn {
  parcels: StoredParcel[]
  settings: Record<string, string>
}

/** A shop that books with a stand-in, for a whole test file. */
export interface BookingShop<S extends BookableStandIn> {
  carrier: S
  shop: TestShop
  asha: Shopper
  packer: SignedInStaff
  manager: SignedInStaff
  /** A packer's call. */
  call(method: string, path: string, body?: unknown, who?: SignedInStaff): ReturnType<SignedInStaff['browser']['call']>
  book(orderId: string, more?: Record<string, unknown>): ReturnType<SignedInStaff['browser']['call']>
  /** An order's bookings, newest first. */
  bookingsOf(orderId: string): Promise<Record<string, unknown>[]>
  /** What the carrier has under a reference. */
  parcelsOf(reference: unknown): StoredParcel[]
  /** Lets time pass, and the jobs work. */
  work(rounds?: number): Promise<void>
  bought(lines?: Wanted[]): Promise<string>
  inCash(lines?: Wanted[]): Promise<{ id: string; total: number }>
  /** The states of an order's parcels, null if none has left, and how many mails its customer had. */
  saidOf(orderId: string): Promise<{ state: string | null; mails: number }>
  /** A booked parcel of a new order. */
  booked(): Promise<{ id: string; booking: Record<string, unknown>; number: string }>
  /** An exchange of a delivered tee, approved unless `isApproved` is false. */
  exchanged(isApproved?: boolean): Promise<{ id: string; exchangeId: string }>
  /** Has the carrier fetch the old piece of an exchange, as a manager. */
  bookReturn(exchangeId: string): ReturnType<SignedInStaff['browser']['call']>
  /** The bookings of an exchange, newest first. */
  returnsOf(exchangeId: string): Promise<Record<string, unknown>[]>
}

export function withBookingShop<S extends BookableStandIn>(name: string, start: () => Promise<S>): BookingShop<S> {
  // Safe cast: filled before the first test.
  const fixture = {} as BookingShop<S>
  beforeAll(async () => {
    const carrier = await start()
    const shop = await openTestShop({ settings: carrier.settings, products: PRODUCTS })
    const asha = await newShopper(shop)
    const packer = await signInStaff(shop, 'packer', 'pia')
    const manager = await signInStaff(shop, 'manager', 'meera')
    await changeSettings(shop.shop, STAFF, {
      'cash.on': true,
      'cash.openOrders': 0,
      'shipping.pickupPlace': 'Neem Street',
      'shipping.parcel': { grams: 450, lengthCm: 30, breadthCm: 25, heightCm: 4 },
    })
    Object.assign(fixture, { carrier, shop, asha, packer, manager })
  })
  beforeEach(() => {
    fixture.carrier.faults.length = 0
    fixture.carrier.requests.length = 0
  })
  afterAll(async () => {
    await fixture.shop.close()
    await fixture.carrier.close()
  })
  // Safe cast: as the contract has it.
  const listed = async (query: string) =>
    (await fixture.call('GET', `/bookings?${query}`)).body.items as Record<string, unknown>[]
  return Object.assign(fixture, {
    call: (method: string, path: string, body?: unknown, who = fixture.packer) => who.browser.call(method, path, body),
    book: (id: string, more: Record<string, unknown> = {}) =>
      fixture.call('POST', `/orders/${id}/book`, { carrier: name, ...more }),
    bookingsOf: (id: string) => listed(`orders=${id}`),
    parcelsOf: (reference: unknown) => fixture.carrier.parcels.filter((parcel) => parcel.reference === reference),
    async work(rounds = 1) {
      for (let round = 0; round < rounds; round++) {
        await sql`update bookings set next_attempt_at = now()`.execute(fixture.shop.shop.db)
        await fixture.shop.jobs.tick()
      }
    },
    bought: async (lines: Wanted[] = [tee]) => (await buy(fixture.shop, fixture.asha, lines)).orderId,
    async inCash(lines: Wanted[] = [tee]) {
      const placed = await orderInCash(fixture.asha, lines)
      if (!placed.ok || !('due' in placed.data)) throw new Error('the order wasn’t placed')
      return { id: placed.data.orderId, total: placed.data.total }
    },
    async saidOf(id: string) {
      const { rows } = await sql<{ state: string | null; mails: number }>`
        select (select string_agg(state, ',') from shipments where order_id = ${id}) as state,
          (select count(*)::integer from outbox where recipient = ${fixture.asha.email}) as mails`.execute(
        fixture.shop.shop.db,
      )
      return rows[0] ?? { state: null, mails: 0 }
    },
    async booked() {
      const id = await fixture.bought()
      await fixture.book(id)
      await fixture.work()
      const [booking = {}] = await fixture.bookingsOf(id)
      return { id, booking, number: String(booking.number) }
    },
    async exchanged(isApproved = true) {
      const id = await fixture.bought()
      const staff = { ...fixture.shop.shop, actor: STAFF }
      for (const _ of ['packaging', 'ontheway', 'delivered']) await advanceOrder(staff, id)
      const body = {
        orderId: id,
        productId: tee.productId,
        reasonForExchange: 'Other' as const,
        problem: 'A seam is open.',
      }
      const requested = await fixture.asha.api('POST /user/addExchange', { body })
      if (!requested.ok) throw new Error(requested.message)
      const exchangeId = requested.data.exchange._id
      if (isApproved) await approveExchange(staff, exchangeId)
      return { id, exchangeId }
    },
    bookReturn: (exchangeId: string) =>
      fixture.call('POST', `/exchanges/${exchangeId}/book`, { carrier: name }, fixture.manager),
    returnsOf: (exchangeId: string) => listed(`exchange=${exchangeId}`),
  })
}

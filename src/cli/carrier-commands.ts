import { carriersStaffContract } from '#shop/carriers/staff-contract.ts'
import { findOrderId } from '#shop/orders/staff-sql.server.ts'
import { callsOf } from './call-command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `orders book|bookings|cancel-booking|label|pickup`: carriers by their own API. */
export function addCarrierCommands(orders: ShopCommand): void {
  const call = callsOf(
    orders,
    carriersStaffContract,
    async () => (await import('#shop/carriers/staff-handlers.server.ts')).createCarriersStaffHandlers,
  )
  call('POST /orders/{id}/book', 'book <order:id> <carrier>', {
    description: 'book an order’s next parcel with a carrier by its API; the running shop asks the carrier',
    example: ['FS-10482 delhivery', 'FS-10482 delhivery --line LS-BLK-M:1'],
    options: { lines: { flag: '--line <SKU:COUNT>', help: 'only these pieces; repeatable' } },
    find: async ({ id }, _, { db }) => ({ id: (await findOrderId(db, String(id))) ?? id }),
    lines: ({ carrierName, orderNumber, state, number }) =>
      state === 'booked'
        ? `${orderNumber} is booked with ${carrierName}: ${String(number)}.`
        : `${orderNumber} is being booked with ${carrierName}.`,
  })
  call('GET /bookings', 'bookings', {
    description: 'parcels and pick-ups booked with a carrier by its API, the newest first',
    example: ['', '--state failed'],
    options: { orders: 'ids of orders, with commas between them', exchange: 'the id of an exchange' },
    none: 'Nothing is booked.',
  })
  call('POST /bookings/{id}/cancel', 'cancel-booking <id>', {
    description: 'cancel the booking of a parcel that hasn’t left, or of a pick-up; the running shop tells the carrier',
    example: 'q0Zb3mK9sV4xT7wYhN2cLA',
    lines: ({ carrierName, orderNumber }) => `The booking of ${orderNumber} with ${carrierName} is being cancelled.`,
  })
  call('GET /bookings/{id}/label.pdf', 'label <id>', { example: 'q0Zb3mK9sV4xT7wYhN2cLA --out label.pdf' })
  call('POST /pickups', 'pickup <carrier> <day>', {
    description: 'ask a carrier to fetch the booked parcels on a day',
    example: 'delhivery 2026-12-01',
    lines: ({ parcels, day, others }) => [
      `${parcels === 1 ? '1 parcel is' : `${parcels} parcels are`} to be fetched on ${day}.`,
      ...others.map(
        (one) => `${one.orderNumber} was asked for before: ${one.day ?? 'the carrier doesn’t say for which day'}.`,
      ),
    ],
  })
}

import { readableTime } from '#platform/india-time.ts'
import { formatPrice } from '#platform/money.ts'
import { staffCheckoutContract } from '#shop/checkout/staff-contract.ts'
import { addressLines } from '#shop/orders/rules.ts'
import { staffOrdersContract } from '#shop/orders/staff-contract.ts'
import { findOrderId } from '#shop/orders/staff-sql.server.ts'
import { callsOf } from './call-command.ts'
import { UsageError } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** The options of an order's address. */
export const ADDRESS = {
  'address.firstName': { flag: '--first <name>', help: 'first name' },
  'address.lastName': { flag: '--last <name>', help: 'last name' },
  'address.phoneNumber': { flag: '--phone <number>', help: 'phone number' },
  'address.streetAddress': { flag: '--street <street>', help: 'street' },
  'address.zipCode': { flag: '--pin <pin>', help: 'PIN' },
  'address.townCity': { flag: '--town <town>', help: 'town' },
  'address.state': { flag: '--state <state>', help: 'state' },
}

/** `orders note|pay-link|confirm|not-delivered|address`. */
export function addOrderDeskCommands(orders: ShopCommand): void {
  const call = callsOf(
    orders,
    staffOrdersContract,
    async () => (await import('#shop/orders/staff-handlers.server.ts')).createOrdersStaffHandlers,
  )
  call('POST /orders/{id}/notes', 'note <order:id>', {
    example: 'FS-10482 --text "Ring before delivering"',
    options: { text: 'the note' },
    lines: () => 'The note is added.',
  })
  const checkout = callsOf(
    orders,
    staffCheckoutContract,
    async () => (await import('#shop/checkout/staff-handlers.server.ts')).createCheckoutStaffHandlers,
  )
  checkout('POST /orders/{id}/pay-link', 'pay-link <order:id>', {
    description: 'make the link by which an order in cash can be paid online, until it’s packed or 48 hours are over',
    example: 'FS-10482',
    lines: ({ link, due, until }) => [`${formatPrice(due)}, until ${readableTime(new Date(until))}:`, link],
  })
  checkout('POST /orders/{id}/confirm', 'confirm <order:id>', {
    description: 'confirm an order in cash for its customer, so that it’s packed',
    example: 'FS-10482',
    find: async ({ id }, _, { db }) => ({ id: (await findOrderId(db, String(id))) ?? id }),
    lines: ({ orderNumber, already }) =>
      already ? `${orderNumber} was confirmed already.` : `${orderNumber} is confirmed.`,
  })
  call('POST /orders/{id}/not-delivered', 'not-delivered <order:id>', {
    description: 'take “delivered” back: the order is on its way again, and its customer is told',
    example: 'FS-10482',
    lines: () => 'The order is on its way again.',
  })
  call('PATCH /orders/{id}/address', 'address <order:id>', {
    description: 'put the address or phone number of a paid order right, before its first parcel has left',
    example: ['FS-10482 --phone "98200 00028"', 'FS-10482 --pin 400050 --town Mumbai'],
    options: ADDRESS,
    check(typed) {
      if (Object.keys(ADDRESS).every((path) => typed[path] === undefined))
        throw new UsageError('Say what to put right, such as --phone.')
    },
    lines: ({ address, changed }) => [
      changed.length === 0 ? 'Nothing was different.' : 'The address is now:',
      ...addressLines(address),
    ],
  })
}

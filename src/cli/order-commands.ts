import type { Command } from 'commander'
import { paise, rsPrice, toRupees } from '#platform/money.ts'
import { advanceExchange, listExchanges } from '#shop/exchanges/staff.server.ts'
import { advanceOrder, listOrders, showOrder } from '#shop/orders/staff.server.ts'
import { findOrderNotes } from '#shop/refunds/staff.server.ts'
import {
  CommandError,
  type JsonOption,
  parseCount,
  parseDate,
  printResult,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import { addRefundCommands } from './refund-commands.ts'
import { cell, table, tableOf } from './table.ts'

/** `orders list|show|advance` and `exchanges list|advance`. */
export function addOrderCommands(program: Command): void {
  addOrders(program.command('orders').description('orders: list, show, advance, cancel, refund'))
  addExchanges(program.command('exchanges').description('exchanges: list, advance'))
}

function addOrders(orders: Command): void {
  orders
    .command('list')
    .description('orders, newest first')
    .option('--unpaid', 'unpaid ones too')
    .option('--limit <count>', 'how many', parseCount, 100)
    .option('--json', 'as JSON')
    .action((options: JsonOption & { unpaid?: boolean; limit: number }) =>
      withMigratedDatabase(async (context) => {
        const list = await listOrders(context, { limit: options.limit, unpaid: options.unpaid ?? false })
        printResult(list, options, () => (list.length === 0 ? ['No orders.'] : tableOf(list)))
      }),
    )
  orders
    .command('show <orderId>')
    .description('one order')
    .option('--json', 'as JSON')
    .action((orderId: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const order = await showOrder(context, orderId)
        if (!order) throw new CommandError(`There is no paid order ${orderId}.`)
        const notes = await findOrderNotes(context, orderId)
        printResult({ ...order, ...notes }, options, () => [
          `${order._id}  ${order.orderStatus}  ${rsPrice(order.totalPrice)}  ordered ${cell('', order.orderedDate)}`,
          ...order.productDetails.map(
            (line) =>
              `  ${line.quantity} × ${line.productId.name}, ${line.color}, ${line.size}${line.cancelled > 0 ? `, ${line.cancelled} cancelled` : ''}`,
          ),
          ...order.refunds.map(({ amount, date, state }) => `  refund ${rsPrice(amount)}  ${state}  ${cell('', date)}`),
          ...(notes.cancelled ? [`  cancelled by the ${notes.cancelled.by}: ${notes.cancelled.reason}`] : []),
          ...notes.disputes.map(
            ({ id, status, amount_paise, reason, respond_by }) =>
              `  DISPUTE ${id}  ${status}  ${rsPrice(toRupees(paise(amount_paise)))}  ${reason}${respond_by ? `, respond at the provider by ${cell('', respond_by.toISOString())}` : ''}`,
          ),
        ])
      }),
    )
  orders
    .command('advance <orderId>')
    .description('advance an order to its next status: ordered, packaging, ontheway, delivered')
    .option('--at <date>', 'when it happened; by default now')
    .option('--json', 'as JSON')
    .action((orderId: string, options: JsonOption & { at?: string }) =>
      withMigratedDatabase(async (context) => {
        const advanced = unwrap(await advanceOrder(context, orderId, parseDate(options.at)))
        printResult(advanced, options, () => [`Order ${advanced.orderId} is now ${advanced.status}.`])
      }),
    )
  addRefundCommands(orders)
}

function addExchanges(exchanges: Command): void {
  exchanges
    .command('list')
    .description('exchanges, newest first')
    .option('--json', 'as JSON')
    .action((options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const list = await listExchanges(context)
        printResult(list, options, () =>
          list.length === 0
            ? ['No exchanges.']
            : table(
                ['exchange', 'status', 'product', 'reason'],
                list.map((one) => [
                  one._id,
                  one.isCancelled ? 'cancelled' : one.exchangeStatus,
                  one.productId.name,
                  one.reasonForExchange,
                ]),
              ),
        )
      }),
    )
  exchanges
    .command('advance <exchangeId>')
    .description('advance an exchange to its next status: ordered, packaging, ontheway, delivered')
    .option('--at <date>', 'when it happened; by default now')
    .option('--json', 'as JSON')
    .action((exchangeId: string, options: JsonOption & { at?: string }) =>
      withMigratedDatabase(async (context) => {
        const advanced = unwrap(await advanceExchange(context, exchangeId, parseDate(options.at)))
        printResult(advanced, options, () => [`Exchange ${advanced.exchangeId} is now ${advanced.status}.`])
      }),
    )
}

import type { Command } from 'commander'
import { rsPrice } from '#platform/money.ts'
import { advanceExchange, listExchanges } from '#shop/exchanges/staff.server.ts'
import { advanceOrder, listOrders, showOrder } from '#shop/orders/staff.server.ts'
import { CommandError, parseCount, parseDate, printResult, unwrap, withShop } from './command.ts'

interface Printed {
  json?: boolean
}

/** `orders list|show|advance` and `exchanges list|advance`. */
export function addOrderCommands(program: Command): void {
  addOrders(program.command('orders').description('orders: list, show, move on'))
  addExchanges(program.command('exchanges').description('exchanges: list, move on'))
}

function addOrders(orders: Command): void {
  orders
    .command('list')
    .description('orders, newest first')
    .option('--unpaid', 'unpaid ones too')
    .option('--limit <count>', 'how many', parseCount, 100)
    .option('--json', 'as JSON')
    .action((options: Printed & { unpaid?: boolean; limit: number }) =>
      withShop(async (context) => {
        const list = await listOrders(context, { limit: options.limit, unpaid: options.unpaid ?? false })
        printResult(list, options, () =>
          list.length === 0 ? ['No orders.'] : list.map((order) => Object.values(order).map(cell).join('  ')),
        )
      }),
    )
  orders
    .command('show <orderId>')
    .description('one order')
    .option('--json', 'as JSON')
    .action((orderId: string, options: Printed) =>
      withShop(async (context) => {
        const order = await showOrder(context, orderId)
        if (!order) throw new CommandError(`There is no paid order ${orderId}.`)
        printResult(order, options, () => [
          `${order._id}  ${order.orderStatus}  ${rsPrice(order.totalPrice)}  ordered ${order.orderedDate}`,
          ...order.productDetails.map(
            (line) => `  ${line.quantity} × ${line.productId.name}, ${line.color}, ${line.size}`,
          ),
        ])
      }),
    )
  orders
    .command('advance <orderId>')
    .description('move an order one step: ordered, packaging, ontheway, delivered')
    .option('--at <date>', 'when it happened; now where not given')
    .option('--json', 'as JSON')
    .action((orderId: string, options: Printed & { at?: string }) =>
      withShop(async (context) => {
        const moved = unwrap(await advanceOrder(context, orderId, parseDate(options.at)))
        printResult(moved, options, () => [`Order ${moved.orderId} is now ${moved.status}.`])
      }),
    )
}

function addExchanges(exchanges: Command): void {
  exchanges
    .command('list')
    .description('exchanges, newest first')
    .option('--json', 'as JSON')
    .action((options: Printed) =>
      withShop(async (context) => {
        const list = await listExchanges(context)
        printResult(list, options, () =>
          list.length === 0
            ? ['No exchanges.']
            : list.map(
                (one) =>
                  `${one._id}  ${one.isCancelled ? 'cancelled' : one.exchangeStatus}  ${one.productId.name}  ${one.reasonForExchange}`,
              ),
        )
      }),
    )
  exchanges
    .command('advance <exchangeId>')
    .description('move an exchange one step: ordered, packaging, ontheway, delivered')
    .option('--at <date>', 'when it happened; now where not given')
    .option('--json', 'as JSON')
    .action((exchangeId: string, options: Printed & { at?: string }) =>
      withShop(async (context) => {
        const moved = unwrap(await advanceExchange(context, exchangeId, parseDate(options.at)))
        printResult(moved, options, () => [`Exchange ${moved.exchangeId} is now ${moved.status}.`])
      }),
    )
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return value instanceof Date ? value.toISOString() : String(value)
}

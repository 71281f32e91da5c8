import { formatPrice } from '#platform/money.ts'
import type { RefundRequest } from '#shop/refunds/price.server.ts'
import type { Pieces } from '#shop/refunds/rules.ts'
import { cancelOrder, refundOrder, type StaffRefund } from '#shop/refunds/staff.server.ts'
import {
  confirm,
  isRehearsal,
  type JsonOption,
  parsePieces,
  parseReason,
  printResult,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** In production a script has to say so: money moves. */
const YES = 'don’t ask; in production a script needs it'

type Options = JsonOption & { reason: string; restock: boolean; yes?: boolean }

/** `orders cancel` and `orders refund`. */
export function addRefundCommands(orders: ShopCommand): void {
  orders
    .command('cancel <order>')
    .description('cancel a paid order at any stage, refund the rest of its payment, and restock its pieces')
    .example(
      'orders cancel FS-10482 --reason "out of stock" --yes',
      'orders cancel FS-10482 --reason "lost" --no-restock --yes',
    )
    .requiredOption('--reason <text>', 'why, for the records', parseReason)
    .option('--no-restock', 'don’t put the pieces back into stock')
    .option('--yes', YES)
    .action(async (orderId: string, options: Options) => {
      await confirm(`This cancels order ${orderId} and refunds its customer.`, {
        ...options,
        scriptable: isRehearsal(),
      })
      return withMigratedDatabase(async (context) => {
        const done = unwrap(await cancelOrder(context, orderId, options))
        printResult(done, options, () => linesOf(done))
      })
    })
  orders
    .command('refund <order>')
    .description(
      'refund part of a paid order: an amount, or pieces with their share of tax and delivery, which cancels them',
    )
    .example(
      'orders refund FS-10482 --amount 200 --reason "arrived late" --yes',
      'orders refund FS-10482 --line LS-BLK-M=1 --reason "damaged" --no-restock --yes',
    )
    .requiredOption('--reason <text>', 'why, for the records', parseReason)
    .option('--amount <rupees>', 'an amount', parseRupees)
    .option('--line <SKU=COUNT>', 'pieces of a line; repeatable', parsePieces, [])
    .option('--no-restock', 'don’t put the pieces back into stock')
    .option('--yes', YES)
    .action(async (orderId: string, options: Options & { amount?: number; line: Pieces[] }) => {
      const wanted = wantedOf(options)
      const what =
        'rupees' in wanted
          ? formatPrice(wanted.rupees)
          : wanted.pieces.map(({ sku, count }) => `${count} × ${sku}`).join(', ')
      await confirm(`This refunds the customer of order ${orderId}: ${what}.`, {
        ...options,
        scriptable: isRehearsal(),
      })
      return withMigratedDatabase(async (context) => {
        const { reason, restock } = options
        const done = unwrap(await refundOrder(context, orderId, { wanted, reason, restock }))
        printResult(done, options, () => linesOf(done))
      })
    })
}

function linesOf({ orderNumber, refund, cancelled, already }: StaffRefund): string[] {
  if (already)
    return [
      `Order ${orderNumber} was cancelled before; nothing was changed.`,
      ...(refund > 0 ? [`Its refunds are ${formatPrice(refund)} in all.`] : []),
    ]
  const money = refund > 0 ? `${formatPrice(refund)} is refunded` : 'There is nothing to refund'
  return [
    `${money}${cancelled ? `, and order ${orderNumber} is cancelled` : ''}.`,
    'The running shop sends refunds to the provider.',
  ]
}

function wantedOf({ amount, line }: { amount?: number; line: Pieces[] }): RefundRequest {
  if ((amount === undefined) === (line.length === 0)) throw new UsageError('Say what to refund: --amount or --line.')
  return amount === undefined ? { pieces: line } : { rupees: amount }
}

function parseRupees(text: string): number {
  if (!/^\d+(\.\d{1,2})?$/.test(text))
    throw new UsageError(`"${text}" isn’t an amount in rupees, such as 499 or 499.50.`)
  return Number(text)
}

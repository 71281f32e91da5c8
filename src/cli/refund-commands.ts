import { formatPrice } from '#platform/money.ts'
import type { StaffRefund } from '#shop/refunds/staff.server.ts'
import { staffRefundsContract } from '#shop/refunds/staff-contract.ts'
import { callsOf } from './call-command.ts'
import { isRehearsal, parseReason, parseRupees, UsageError } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

const OPTIONS = {
  reason: { help: 'why, for the records', read: parseReason },
  restock: 'don’t put the pieces back into stock',
}

/** `orders cancel` and `orders refund`. */
export function addRefundCommands(orders: ShopCommand): void {
  const call = callsOf(
    orders,
    staffRefundsContract,
    async () => (await import('#shop/refunds/staff-handlers.server.ts')).createRefundsStaffHandlers,
  )
  call('POST /orders/{id}/cancel', 'cancel <order:id>', {
    description: 'cancel a paid order at any stage, refund the rest of its payment, and restock its pieces',
    example: ['FS-10482 --reason "out of stock" --yes', 'FS-10482 --reason "lost" --no-restock --yes'],
    options: OPTIONS,
    ask: { question: ({ id }) => `This cancels order ${id} and refunds its customer.`, isScriptable: isRehearsal },
    lines: linesOf,
  }).does('POST /orders/{id}/cancel/preview')
  call('POST /orders/{id}/refund', 'refund <order:id>', {
    description:
      'refund part of a paid order: an amount, or pieces with their share of tax and delivery, which cancels them',
    example: [
      'FS-10482 --amount 200 --reason "arrived late" --yes',
      'FS-10482 --amount 200 --reason "arrived late" --to credit --yes',
      'FS-10482 --line LS-BLK-M=1 --reason "damaged" --no-restock --yes',
    ],
    options: {
      ...OPTIONS,
      amount: { flag: '--amount <rupees>', help: 'an amount', read: parseRupees },
      lines: { flag: '--line <SKU=COUNT>', help: 'pieces of a line; repeatable' },
      to: 'where it goes: source (where it was paid from), credit (store credit) or bank',
      reference: 'of the transfer that you made, with --to bank',
    },
    check({ amount, lines }) {
      if ((amount === undefined) === (lines === undefined))
        throw new UsageError('Say what to refund: --amount or --line.')
    },
    ask: {
      question: ({ id, amount, lines }) =>
        `This refunds the customer of order ${id}: ${Array.isArray(lines) ? lines.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ') : formatPrice(Number(amount))}.`,
      isScriptable: isRehearsal,
    },
    lines: linesOf,
  }).does('POST /orders/{id}/refund/preview')
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
    'The running shop sends refunds to the provider, but for store credit and transfers.',
  ]
}

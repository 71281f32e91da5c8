import type { WrittenTime } from '#platform/india-time.ts'
import { formatPrice } from '#platform/money.ts'
import {
  advanceExchange,
  approveExchange,
  type ChangedExchange,
  listExchanges,
  receiveExchange,
  refundExchange,
  refuseExchange,
  shipExchange,
} from '#shop/exchanges/staff.server.ts'
import type { ParcelRequest } from '#shop/shipping/staff.server.ts'
import {
  confirm,
  isRehearsal,
  type JsonOption,
  parsePieces,
  parseReason,
  parseTime,
  printList,
  printResult,
  TIME_HELP,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { table } from './table.ts'

interface ParcelOptions extends JsonOption {
  carrier?: string
  tracking?: string
  url?: string
}

/** `exchanges list|advance|approve|refuse|ship|receive|refund`. */
export function addExchangeCommands(program: ShopCommand): void {
  const exchanges = program.command('exchanges').description('exchanges: list, approve, refuse, ship, receive, refund')
  addList(exchanges)
  addAdvance(exchanges)
  addParcels(exchanges)
  addReceive(exchanges)
  addEnds(exchanges)
}

function addList(exchanges: ShopCommand): void {
  exchanges
    .command('list')
    .description('exchanges, newest first')
    .example('exchanges list')
    .action((options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const list = await listExchanges(context)
        printList(list, options, 'No exchanges.', () =>
          table(
            ['exchange', 'status', 'old piece', 'product', 'pieces', 'instead', 'reason'],
            list.map((one) => [
              one._id,
              statusText(one),
              one.receivedDate ? 'back' : one.pickup ? 'pick-up booked' : '-',
              one.productId.name,
              String(one.pieces.reduce((sum, { quantity }) => sum + quantity, 0)),
              [one.color, one.size].filter(Boolean).join(', ') || 'the same',
              one.reasonForExchange,
            ]),
          ),
        )
      }),
    )
}

function statusText(exchange: Awaited<ReturnType<typeof listExchanges>>[number]): string {
  if (exchange.refusal) return 'refused'
  if (exchange.refundedDate) return 'refunded'
  return exchange.isCancelled ? 'cancelled' : exchange.exchangeStatus
}

function addAdvance(exchanges: ShopCommand): void {
  exchanges
    .command('advance <exchangeId>')
    .description('advance an exchange to its next status: ordered, packaging, ontheway, delivered')
    .example('exchanges advance EXCHANGE_ID')
    .option('--at <date>', `when it happened (default: now): ${TIME_HELP}`, parseTime)
    .action((exchangeId: string, options: JsonOption & { at?: WrittenTime }) =>
      withMigratedDatabase(async (context) => {
        print(unwrap(await advanceExchange(context, exchangeId, options.at)), options)
      }),
    )
}

function addParcels(exchanges: ShopCommand): void {
  for (const [name, run, description, examples] of [
    [
      'approve',
      approveExchange,
      'accept an exchange; with a carrier, record the pick-up of the old piece',
      ['exchanges approve EXCHANGE_ID', 'exchanges approve EXCHANGE_ID --carrier Delhivery --tracking 5512345678902'],
    ],
    [
      'ship',
      shipExchange,
      'take the replacement out of the stock; with a carrier, the customer can track its parcel',
      ['exchanges ship EXCHANGE_ID --carrier Delhivery --tracking 5512345678903'],
    ],
  ] as const)
    exchanges
      .command(`${name} <exchangeId>`)
      .description(description)
      .example(...examples)
      .option('--carrier <name>', 'such as Delhivery, "India Post", "Blue Dart", DTDC, Shiprocket')
      .option('--tracking <number>', 'the parcel’s number')
      .option('--url <url>', 'the tracking page (https), if it isn’t the carrier’s usual one')
      .action((exchangeId: string, options: ParcelOptions) => {
        const parcel = parcelOf(options)
        return withMigratedDatabase(async (context) => print(unwrap(await run(context, exchangeId, parcel)), options))
      })
}

function addReceive(exchanges: ShopCommand): void {
  exchanges
    .command('receive <exchangeId>')
    .description('restock the returned pieces; damaged ones are written off')
    .example('exchanges receive EXCHANGE_ID', 'exchanges receive EXCHANGE_ID --damaged LS-BLK-M=1')
    .option('--damaged <SKU=COUNT>', 'pieces that can’t be sold again; repeatable', parsePieces, [])
    .option('--missing <SKU=COUNT>', 'pieces that didn’t arrive; repeatable', parsePieces, [])
    .action((exchangeId: string, options: JsonOption & { damaged: Counted[]; missing: Counted[] }) =>
      withMigratedDatabase(async (context) => {
        const inspection = { damaged: countsOf(options.damaged), missing: countsOf(options.missing) }
        const received = unwrap(await receiveExchange(context, exchangeId, inspection))
        printResult(received, options, () =>
          received.pieces.map(({ sku, good, damaged }) => `${sku}: ${good} back in stock, ${damaged} written off.`),
        )
      }),
    )
}

function addEnds(exchanges: ShopCommand): void {
  exchanges
    .command('refuse <exchangeId>')
    .description('refuse an exchange with a reason for its customer, and release the stock it holds')
    .example('exchanges refuse EXCHANGE_ID --reason "The tags are cut off."')
    .option('--reason <text>', 'why, for the customer', parseReason, 'It doesn’t meet our exchange policy.')
    .option('--yes', 'don’t ask; in production a script needs it')
    .action(async (exchangeId: string, options: JsonOption & { reason: string; yes?: boolean }) => {
      await confirm(`This refuses exchange ${exchangeId}. Its customer will read: ${options.reason}`, {
        ...options,
        scriptable: isRehearsal(),
      })
      return withMigratedDatabase(async (context) => {
        const refused = unwrap(await refuseExchange(context, exchangeId, options.reason))
        printResult(refused, options, () => [`Exchange ${refused.exchangeId} is refused.`])
      })
    })
  exchanges
    .command('refund <exchangeId>')
    .description('refund an exchange whose pieces can’t be replaced')
    .example('exchanges refund EXCHANGE_ID --reason "the replacement has a hole" --yes')
    .option('--reason <text>', 'why, for the records', parseReason, 'no replacement available')
    .option('--yes', 'don’t ask; in production a script needs it')
    .action(async (exchangeId: string, options: JsonOption & { reason: string; yes?: boolean }) => {
      await confirm(`This refunds the pieces of exchange ${exchangeId} to its customer.`, {
        ...options,
        scriptable: isRehearsal(),
      })
      return withMigratedDatabase(async (context) => {
        const refunded = unwrap(await refundExchange(context, exchangeId, options.reason))
        printResult(refunded, options, () => [
          `Exchange ${refunded.exchangeId} is closed; its customer gets ${formatPrice(refunded.refund)} back.`,
        ])
      })
    })
}

/** The parcel given by the options, or undefined. */
function parcelOf({ carrier, tracking, url }: ParcelOptions): ParcelRequest | undefined {
  if ((carrier === undefined) !== (tracking === undefined))
    throw new UsageError('A parcel needs both --carrier and --tracking.')
  if (carrier === undefined && url !== undefined) throw new UsageError('--url needs --carrier and --tracking.')
  return carrier === undefined || tracking === undefined ? undefined : { carrier, tracking, url }
}

interface Counted {
  sku: string
  count: number
}

function countsOf(pieces: readonly Counted[]): Record<string, number> {
  return Object.fromEntries(pieces.map(({ sku, count }) => [sku, count]))
}

function print(changed: ChangedExchange, options: JsonOption): void {
  printResult(changed, options, () => [`Exchange ${changed.exchangeId} is now ${changed.status}.`])
}

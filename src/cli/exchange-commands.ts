import type { WrittenTime } from '#platform/india-time.ts'
import { formatPrice } from '#platform/money.ts'
import { receiveExchange } from '#shop/exchanges/receive.server.ts'
import {
  advanceExchange,
  approveExchange,
  type ChangedExchange,
  recordArrival,
  refundExchange,
  refuseExchange,
  shipExchange,
} from '#shop/exchanges/staff.server.ts'
import { findExchangeId } from '#shop/exchanges/staff-view.server.ts'
import type { ParcelRequest } from '#shop/shipping/staff.server.ts'
import {
  type CommandContext,
  confirm,
  isRehearsal,
  type JsonOption,
  parsePieces,
  parseReason,
  parseTime,
  printResult,
  TIME_HELP,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { addExchangeLists } from './exchange-lists.ts'

interface ParcelOptions extends JsonOption {
  carrier?: string
  tracking?: string
  url?: string
}

/** `exchanges list|show|packing-slip|advance|approve|refuse|ship|receive|arrived|refund`. */
export function addExchangeCommands(program: ShopCommand): void {
  const exchanges = program
    .command('exchanges')
    .description('exchanges: list, show, approve, refuse, pack, ship, receive, refund')
  addExchangeLists(exchanges)
  addAdvance(exchanges)
  addParcels(exchanges)
  addReceive(exchanges)
  addArrived(exchanges)
  addEnds(exchanges)
}

function addAdvance(exchanges: ShopCommand): void {
  exchanges
    .command('advance <exchange>')
    .description('advance an exchange to its next status: ordered, packaging, ontheway, delivered')
    .example('exchanges advance EXCHANGE_ID')
    .option('--at <date>', `when it happened (default: now): ${TIME_HELP}`, parseTime)
    .action((reference: string, options: JsonOption & { at?: WrittenTime }) =>
      onExchange(reference, async (context, id) =>
        print(unwrap(await advanceExchange(context, id, options.at)), options),
      ),
    )
}

function addParcels(exchanges: ShopCommand): void {
  for (const [name, run, description, examples] of [
    [
      'approve',
      approveExchange,
      'accept an exchange; with a carrier, record the pick-up of the old piece',
      ['exchanges approve FS-10482', 'exchanges approve FS-10482 --carrier Delhivery --tracking 5512345678902'],
    ],
    [
      'ship',
      shipExchange,
      'take the replacement of an approved exchange out of the stock; with a carrier, the customer can track its parcel',
      ['exchanges ship FS-10482 --carrier Delhivery --tracking 5512345678903'],
    ],
  ] as const)
    exchanges
      .command(`${name} <exchange>`)
      .description(description)
      .example(...examples)
      .option('--carrier <name>', 'such as Delhivery, "India Post", "Blue Dart", DTDC, Shiprocket')
      .option('--tracking <number>', 'the parcel’s number')
      .option('--url <url>', 'the tracking page (https), if it isn’t the carrier’s usual one')
      .action((reference: string, options: ParcelOptions) => {
        const parcel = parcelOf(options)
        return onExchange(reference, async (context, id) => print(unwrap(await run(context, id, parcel)), options))
      })
}

function addReceive(exchanges: ShopCommand): void {
  exchanges
    .command('receive <exchange>')
    .description('restock the returned pieces; damaged ones are written off')
    .example('exchanges receive EXCHANGE_ID', 'exchanges receive EXCHANGE_ID --damaged LS-BLK-M=1')
    .option('--damaged <SKU=COUNT>', 'pieces that can’t be sold again; repeatable', parsePieces, [])
    .option('--missing <SKU=COUNT>', 'pieces that didn’t arrive; repeatable', parsePieces, [])
    .action((reference: string, options: JsonOption & { damaged: Counted[]; missing: Counted[] }) =>
      onExchange(reference, async (context, id) => {
        const inspection = { damaged: countsOf(options.damaged), missing: countsOf(options.missing) }
        const received = unwrap(await receiveExchange(context, id, inspection))
        printResult(received, options, () =>
          received.pieces.map(({ sku, good, damaged }) => `${sku}: ${good} back in stock, ${damaged} written off.`),
        )
      }),
    )
}

function addArrived(exchanges: ShopCommand): void {
  exchanges
    .command('arrived <exchange>')
    .description('record that the replacement has arrived, and mail the customer')
    .example('exchanges arrived EXCHANGE_ID', 'exchanges arrived EXCHANGE_ID --at 2026-11-21')
    .option('--at <date>', `when it arrived (default: now): ${TIME_HELP}`, parseTime)
    .action((reference: string, options: JsonOption & { at?: WrittenTime }) =>
      onExchange(reference, async (context, id) =>
        print(unwrap(await recordArrival(context, id, options.at)), options),
      ),
    )
}

function addEnds(exchanges: ShopCommand): void {
  exchanges
    .command('refuse <exchange>')
    .description('refuse an exchange with a reason for its customer, and release the stock it holds')
    .example('exchanges refuse EXCHANGE_ID --reason "The tags are cut off."')
    .option('--reason <text>', 'why, for the customer', parseReason, 'It doesn’t meet our exchange policy.')
    .option('--yes', 'don’t ask; in production a script needs it')
    .action(async (reference: string, options: JsonOption & { reason: string; yes?: boolean }) => {
      await confirm(`This refuses exchange ${reference}. Its customer will read: ${options.reason}`, {
        ...options,
        scriptable: isRehearsal(),
      })
      return onExchange(reference, async (context, id) => {
        const refused = unwrap(await refuseExchange(context, id, options.reason))
        printResult(refused, options, () => [`Exchange ${refused.exchangeId} is refused.`])
      })
    })
  exchanges
    .command('refund <exchange>')
    .description('refund an exchange whose pieces can’t be replaced')
    .example('exchanges refund EXCHANGE_ID --reason "the replacement has a hole" --yes')
    .option('--reason <text>', 'why, for the records', parseReason, 'no replacement available')
    .option('--yes', 'don’t ask; in production a script needs it')
    .action(async (reference: string, options: JsonOption & { reason: string; yes?: boolean }) => {
      await confirm(`This refunds the pieces of exchange ${reference} to its customer.`, {
        ...options,
        scriptable: isRehearsal(),
      })
      return onExchange(reference, async (context, id) => {
        const refunded = unwrap(await refundExchange(context, id, options.reason))
        printResult(refunded, options, () => [
          `Exchange ${refunded.exchangeId} is closed; its customer gets ${formatPrice(refunded.refund)} back.`,
        ])
      })
    })
}

/** Runs `work` with the id of an exchange, given by that id or by the id or number of its order. */
function onExchange(
  reference: string,
  work: (context: CommandContext, exchangeId: string) => Promise<void>,
): Promise<void> {
  return withMigratedDatabase(async (context) => work(context, unwrap(await findExchangeId(context, reference))))
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

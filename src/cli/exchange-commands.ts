import { readableTime, type WrittenTime } from '#platform/india-time.ts'
import { formatPrice } from '#platform/money.ts'
import { carriersStaffContract } from '#shop/carriers/staff-contract.ts'
import type { ChangedExchange } from '#shop/exchanges/change.server.ts'
import { advanceExchange, recordArrival, shipExchange } from '#shop/exchanges/staff.server.ts'
import { exchangesStaffContract } from '#shop/exchanges/staff-contract.ts'
import { findExchangeId } from '#shop/exchanges/staff-view.server.ts'
import { readDebitNote } from '#shop/invoices/issue.server.ts'
import type { ParcelRequest } from '#shop/shipping/staff.server.ts'
import { callsOf, type Typed } from './call-command.ts'
import {
  type CommandContext,
  isRehearsal,
  type JsonOption,
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
import { addPrinting } from './invoice-commands.ts'

interface ParcelOptions extends JsonOption {
  carrier?: string
  tracking?: string
  url?: string
}

const CARRIER = 'such as Delhivery, "India Post", "Blue Dart", DTDC, Shiprocket'
const NUMBER = 'the parcel’s number'
const PAGE = 'the tracking page (https), if it isn’t the carrier’s usual one'

/** `exchanges`: which also answer to the id or number of their order. */
export function addExchangeCommands(program: ShopCommand): void {
  const exchanges = program
    .command('exchanges')
    .description('exchanges: list, show, approve, book a pick-up, refuse, pack, ship, receive, refund')
  addExchangeLists(exchanges)
  const call = callsOf(
    exchanges,
    exchangesStaffContract,
    async () => (await import('#shop/exchanges/staff-handlers.server.ts')).createExchangesStaffHandlers,
  )
  exchanges
    .command('advance <exchange>')
    .description('advance an exchange to its next status: ordered, packaging, ontheway, delivered')
    .example('exchanges advance EXCHANGE_ID')
    .option('--at <date>', `when it happened (default: now): ${TIME_HELP}`, parseTime)
    .action((reference: string, { at, ...options }: JsonOption & { at?: WrittenTime }) =>
      change(reference, options, (context, id) => advanceExchange(context, id, at)),
    )
  call('GET /exchanges/photos/{id}', 'photo <id>', { example: 'PHOTO_ID --out photo.webp' })
  call('POST /exchanges/{id}/approve', 'approve <exchange:id>', {
    description: 'accept an exchange; with a carrier, record the pick-up of the old piece',
    example: ['FS-10482', 'FS-10482 --carrier Delhivery --tracking 5512345678902'],
    options: { carrier: CARRIER, tracking: NUMBER, url: PAGE },
    check: checkParcel,
    find: byReference,
    lines: changedLine,
  })
  callsOf(
    exchanges,
    carriersStaffContract,
    async () => (await import('#shop/carriers/staff-handlers.server.ts')).createCarriersStaffHandlers,
  )('POST /exchanges/{id}/book', 'book <exchange:id> <carrier>', {
    description:
      'have a carrier fetch the old piece of an approved exchange by its API; the running shop asks the carrier',
    example: 'FS-10482 delhivery',
    find: byReference,
    lines: ({ carrierName, orderNumber, state, number }) =>
      state === 'booked'
        ? `The pick-up of ${orderNumber} is booked with ${carrierName}: ${String(number)}.`
        : `The pick-up of ${orderNumber} is being booked with ${carrierName}.`,
  })
  call('POST /exchanges/{id}/difference', 'difference <exchange:id>', {
    description: 'record that its customer paid what the replacement costs more, or where what it costs less goes',
    example: ['FS-10482 --method cash', 'FS-10482 --method upi --reference 412345678901', 'FS-10482 --to credit'],
    options: {
      method: 'how it was paid',
      reference: 'the number of the transfer, unless it was cash',
      to: 'where what is to give back goes',
    },
    find: byReference,
    lines: ({ exchangeId }, { to }) =>
      to === undefined
        ? `Exchange ${exchangeId} is paid, and can be approved.`
        : `What exchange ${exchangeId} gives back goes there once it’s done.`,
  })
  call('POST /exchanges/{id}/pay-link', 'pay-link <exchange:id>', {
    description: 'make the link by which its customer pays what the replacement costs more, and mail it',
    example: ['FS-10482', 'FS-10482 --by mail'],
    options: { by: 'mail: the customer gets it by mail' },
    find: byReference,
    lines: ({ link, total, until, sentTo }) => [
      `${formatPrice(total)}, until ${readableTime(new Date(until))}${sentTo === null ? '' : `, mailed to ${sentTo}`}:`,
      link,
    ],
  })
  call('DELETE /exchanges/{id}/pay-link', 'revoke-link <exchange:id>', {
    description: 'revoke the link by which its customer pays what the replacement costs more; the next one is another',
    example: 'FS-10482',
    find: byReference,
    lines: ({ exchangeId }) => `The link of exchange ${exchangeId} is revoked.`,
  })
  addPrinting(exchanges, 'debit-note <exchanges...>', {
    call: 'GET /exchanges/{id}/debit-note.pdf',
    description: 'the debit notes for what replacements cost more as PDF',
    example: 'exchanges debit-note FS-10482 --out debit-note.pdf',
    find: async (context, reference) => readDebitNote(context, unwrap(await findExchangeId(context, reference))),
    missing: (exchange) => `Exchange ${exchange} has no debit note: nothing was to pay for it, or it isn’t paid.`,
  })
  exchanges
    .command('ship <exchange>')
    .description(
      'take the replacement of an approved exchange out of the stock; with a carrier, the customer can track its parcel',
    )
    .does('POST /exchanges/{id}/ship')
    .example('exchanges ship FS-10482 --carrier Delhivery --tracking 5512345678903')
    .option('--carrier <name>', CARRIER)
    .option('--tracking <number>', NUMBER)
    .option('--url <url>', PAGE)
    .action((reference: string, options: ParcelOptions) => {
      const parcel = parcelOf(options)
      return change(reference, options, (context, id) => shipExchange(context, id, parcel))
    })
  call('POST /exchanges/{id}/receive', 'receive <exchange:id>', {
    description: 'restock the returned pieces; damaged ones are written off',
    example: ['EXCHANGE_ID', 'EXCHANGE_ID --damaged LS-BLK-M=1'],
    options: {
      damaged: 'pieces that can’t be sold again; repeatable',
      missing: 'pieces that didn’t arrive; repeatable',
    },
    find: byReference,
    lines: ({ pieces }) =>
      pieces.map(({ sku, good, damaged }) => `${sku}: ${good} back in stock, ${damaged} written off.`),
  })
  exchanges
    .command('arrived <exchange>')
    .description('record that the replacement has arrived, and mail the customer')
    .does('POST /exchanges/{id}/arrived')
    .example('exchanges arrived EXCHANGE_ID', 'exchanges arrived EXCHANGE_ID --at 2026-11-21')
    .option('--at <date>', `when it arrived (default: now): ${TIME_HELP}`, parseTime)
    .action((reference: string, { at, ...options }: JsonOption & { at?: WrittenTime }) =>
      change(reference, options, (context, id) => recordArrival(context, id, at)),
    )
  call('POST /exchanges/{id}/refuse', 'refuse <exchange:id>', {
    description: 'refuse an exchange with a reason for its customer, and release the stock it holds',
    example: 'EXCHANGE_ID --reason "The tags are cut off."',
    options: {
      reason: { help: 'why, for the customer', read: parseReason, default: 'It doesn’t meet our exchange policy.' },
    },
    ask: {
      question: ({ id, reason }) => `This refuses exchange ${id}. Its customer will read: ${reason}`,
      isScriptable: isRehearsal,
    },
    find: byReference,
    lines: ({ exchangeId }) => `Exchange ${exchangeId} is refused.`,
  })
  call('POST /exchanges/{id}/refund', 'refund <exchange:id>', {
    description: 'refund an exchange whose pieces can’t be replaced',
    example: 'EXCHANGE_ID --reason "the replacement has a hole" --yes',
    options: { reason: { help: 'why, for the records', read: parseReason, default: 'no replacement available' } },
    ask: {
      question: ({ id }) => `This refunds the pieces of exchange ${id} to its customer.`,
      isScriptable: isRehearsal,
    },
    find: byReference,
    lines: ({ exchangeId, refund }) =>
      `Exchange ${exchangeId} is closed; its customer gets ${formatPrice(refund)} back.`,
  })
}

/** The id of an exchange that was named by it, or by the id or number of its order. */
async function byReference({ id }: Typed, _: unknown, context: CommandContext) {
  return { id: unwrap(await findExchangeId(context, String(id))) }
}

function change(
  reference: string,
  options: JsonOption,
  work: (context: CommandContext, id: string) => Promise<Parameters<typeof unwrap<ChangedExchange>>[0]>,
): Promise<void> {
  return withMigratedDatabase(async (context) => {
    const changed = unwrap(await work(context, unwrap(await findExchangeId(context, reference))))
    printResult(changed, options, () => [changedLine(changed)])
  })
}

const changedLine = ({ exchangeId, status }: ChangedExchange) => `Exchange ${exchangeId} is now ${status}.`

function checkParcel({ carrier, tracking, url }: Typed): void {
  if ((carrier === undefined) !== (tracking === undefined))
    throw new UsageError('A parcel needs both --carrier and --tracking.')
  if (carrier === undefined && url !== undefined) throw new UsageError('--url needs --carrier and --tracking.')
}

/** The parcel given by the options, or undefined. */
function parcelOf({ carrier, tracking, url }: ParcelOptions): ParcelRequest | undefined {
  checkParcel({ carrier, tracking, url })
  return carrier === undefined || tracking === undefined ? undefined : { carrier, tracking, url }
}

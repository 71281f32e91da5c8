import { Option } from 'commander'
import type { Paper } from '#platform/pdf/print.server.ts'
import {
  listExchanges,
  printExchangeSlips,
  type StaffExchange,
  showExchange,
} from '#shop/exchanges/staff-view.server.ts'
import { addressLines } from '#shop/orders/rules.ts'
import {
  type JsonOption,
  parseCount,
  printError,
  printList,
  printResult,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { type FileOptions, writeDocument } from './document.ts'
import { readableTime, table } from './table.ts'

/** `exchanges list|show|packing-slip`. */
export function addExchangeLists(exchanges: ShopCommand): void {
  exchanges
    .command('list')
    .description('exchanges, newest first')
    .does('GET /exchanges')
    .example('exchanges list')
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async (context) => {
        const list = await listExchanges(context, options)
        printList(list, options, 'No exchanges.', () => exchangeTable(list))
        if (list.length === options.limit) printError(`Only the first ${options.limit} are shown; --limit shows more.`)
      }),
    )
  exchanges
    .command('show <exchange>')
    .description('one exchange, by its id or its order: who, what, why, from and to, address, dates')
    .does('GET /exchanges/{id}')
    .example('exchanges show FS-10482', 'exchanges show EXCHANGE_ID --json')
    .action((reference: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const exchange = unwrap(await showExchange(context, reference))
        printResult(exchange, options, () => exchangeLines(exchange))
      }),
    )
  exchanges
    .command('packing-slip <exchanges...>')
    .description('packing slips of replacements as PDF, one exchange per page')
    .does('GET /packing-slips.pdf')
    .example('exchanges packing-slip FS-10482 --out slip.pdf')
    .requiredOption('--out <file>', 'where to write them')
    .addOption(new Option('--size <paper>', 'the paper').choices(['a4', '4x6']).default('a4'))
    .action((references: string[], options: FileOptions & { size: Paper }) =>
      withMigratedDatabase(async (context) => {
        const { file, omitted, exchanges: ids } = unwrap(await printExchangeSlips(context, references, options.size))
        await writeDocument(options, file, { exchanges: ids, omitted })
      }),
    )
}

function exchangeTable(list: readonly StaffExchange[]): string[] {
  return table(
    ['exchange', 'order', 'requested', 'status', 'old piece', 'customer', 'what', 'from', 'to', 'reason', 'wrote'],
    list.map((one) => [
      one._id,
      one.orderNumber,
      readableTime(one.requestedDate),
      statusText(one),
      oldPieceText(one),
      one.customer,
      [...new Set(one.lines.map(({ name }) => name))].join(', '),
      one.lines.map(({ quantity, color, size }) => `${quantity} × ${color} ${size}`).join('; '),
      one.lines.map(replacementText).join('; '),
      one.reasonForExchange,
      shortened(one.problem),
    ]),
  )
}

/** Everything staff need to decide on an exchange and to pack it. */
function exchangeLines(exchange: StaffExchange): string[] {
  const { address, lines, statusDates, tracking, pickup } = exchange
  const parcels = [
    ['picked up with', pickup],
    ['sent with', tracking],
  ] as const
  const dates: [string, string | null][] = [
    ['requested', statusDates.ordered],
    ['approved', statusDates.packaging],
    ['replacement shipped', statusDates.ontheway],
    ['replacement delivered', statusDates.delivered],
    ['old piece back', exchange.receivedDate],
    ['refunded', exchange.refundedDate],
  ]
  return [
    `${exchange._id}  ${statusText(exchange)}  order ${exchange.orderNumber} (${exchange.orderId})`,
    ...(exchange.exchangeStatus === 'ordered' && !exchange.isCancelled ? ['To approve, refuse or refund.'] : []),
    '',
    `${exchange.customer}, phone ${address.phoneNumber || 'not given'}, e-mail ${address.email || exchange.email || 'not given'}`,
    ...addressLines({ ...address, phoneNumber: '' }),
    '',
    `${exchange.reasonForExchange}: ${exchange.problem}`,
    '',
    ...table(
      ['pieces', 'product', 'from', 'SKU', 'to', 'SKU', 'place', 'back', 'damaged'],
      lines.map((line) => [
        String(line.quantity),
        line.name,
        `${line.color} ${line.size}`,
        line.sku,
        replacementText(line),
        line.replacement.sku,
        line.replacement.place ?? '-',
        String(line.good),
        String(line.damaged),
      ]),
    ),
    '',
    ...(exchange.refusal ? [`refused: ${exchange.refusal}`] : []),
    ...parcels.flatMap(([how, parcel]) =>
      parcel ? [`${how} ${parcel.carrier} ${parcel.number}  ${parcel.url ?? ''}`.trimEnd()] : [],
    ),
    ...dates.flatMap(([what, at]) => (at === null ? [] : [`${readableTime(at)}  ${what}`])),
  ]
}

function statusText(exchange: StaffExchange): string {
  if (exchange.refusal) return 'refused'
  if (exchange.refundedDate) return 'refunded'
  return exchange.isCancelled ? 'cancelled' : exchange.exchangeStatus
}

function oldPieceText({ receivedDate, pickup }: StaffExchange): string {
  if (receivedDate) return 'back'
  return pickup ? 'pick-up booked' : '-'
}

function replacementText({ name: old, replacement }: StaffExchange['lines'][number]): string {
  const { name, sku, color, size } = replacement
  const variant = color === null ? sku : `${color} ${size}`
  return name === old ? variant : `${name}, ${variant}`
}

/** The first 40 characters of a text in one line. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}

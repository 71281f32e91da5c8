import { Option } from 'commander'
import type { WrittenTime } from '#platform/india-time.ts'
import { formatPrice } from '#platform/money.ts'
import { readLines } from '#shop/imports/lines.server.ts'
import { PARCEL_STATES } from '#shop/orders/rules.ts'
import { findOrderId } from '#shop/orders/staff-sql.server.ts'
import { EXPORT_FORMATS, type ExportFormat, exportOrders } from '#shop/shipping/export-orders.server.ts'
import { importTracking, type TrackingReport } from '#shop/shipping/import-tracking.server.ts'
import { changePlace, pickList } from '#shop/shipping/pick-list.server.ts'
import { type ShippedOrder, shipOrder, shipOrders } from '#shop/shipping/staff.server.ts'
import { shippingStaffContract } from '#shop/shipping/staff-contract.ts'
import { callsOf } from './call-command.ts'
import {
  type CommandContext,
  type JsonOption,
  linePrefix,
  parsePieces,
  parseTime,
  printList,
  printResult,
  resolveFile,
  TIME_HELP,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { ADDRESS } from './order-desk-commands.ts'
import { table } from './table.ts'

const NO_PAGE = 'No tracking page is known.'

interface ShipOptions extends JsonOption {
  carrier: string
  tracking: string[]
  url?: string
  line: { sku: string; count: number }[]
  at?: WrittenTime
}

/** `orders ship|correct-tracking|parcel|returns|received|resend|export|import-tracking|pick-list`. */
export function addShippingCommands(orders: ShopCommand): void {
  const call = callsOf(
    orders,
    shippingStaffContract,
    async () => (await import('#shop/shipping/staff-handlers.server.ts')).createShippingStaffHandlers,
  )
  const byNumber = async ({ id }: Record<string, unknown>, _: unknown, { db }: CommandContext) => ({
    id: (await findOrderId(db, String(id))) ?? id,
  })
  orders
    .command('ship <orders...>')
    .description(
      'record shipped parcels, and mail the customers the carrier’s tracking link; of several orders all or none',
    )
    .does('POST /orders/{id}/ship')
    .example(
      'orders ship FS-10482 --carrier Delhivery --tracking 5512345678901',
      'orders ship FS-10482 --carrier DTDC --tracking D12345678 --line LS-BLK-M=1',
      'orders ship FS-10482 FS-10483 --carrier "India Post" --tracking EM123456789IN --tracking EM123456790IN',
    )
    .requiredOption('--carrier <name>', 'such as Delhivery, "India Post", "Blue Dart", DTDC, Shiprocket')
    .requiredOption(
      '--tracking <number>',
      'the tracking number; once for all orders, or once per order, in the same order',
      (number: string, before: string[] = []) => [...before, number],
    )
    .option('--url <url>', 'the tracking page (https), if it isn’t the carrier’s usual one')
    .option('--line <sku=count>', 'only these pieces of a single order; repeatable', parsePieces, [])
    .option('--at <date>', `when it shipped (default: now): ${TIME_HELP}`, parseTime)
    .action((references: string[], options: ShipOptions) => ship(references, options))
  call('POST /orders/{id}/parcels/{parcel}/correct', 'correct-tracking <order:id> <wrong:parcel> <right:tracking>', {
    description: 'replace a mistyped tracking number, and mail the customer the right one',
    example: 'FS-10482 5512345678901 5512345678910',
    options: { carrier: 'another carrier', url: 'the tracking page (https), if it isn’t the carrier’s usual one' },
    find: byNumber,
    lines: ({ orderNumber, carrier, tracking, url }) =>
      `${orderNumber}: the parcel is ${carrier} ${tracking}. ${url ?? NO_PAGE}`,
  })
  call('POST /orders/{id}/parcels/{parcel}/state', 'parcel <order:id> <parcel> <state>', {
    description: `say where a parcel is, by its number: ${PARCEL_STATES.join(', ')}`,
    example: ['FS-10482 5512345678901 attempted --reason "door locked"', 'FS-10482 5512345678901 lost'],
    options: { reason: 'why, for staff', at: `since when (default: now): ${TIME_HELP}` },
    find: byNumber,
    lines: ({ already, state, status }) =>
      already ? `The parcel was ${state} already.` : `The parcel is ${state}; the order is ${String(status)}.`,
  })
  call('GET /returns', 'returns', {
    description: 'parcels that couldn’t be delivered, come back or are back, the oldest first',
    example: ['', '--state returned'],
    none: 'No parcel comes back.',
  })
  call('POST /orders/{id}/parcels/{parcel}/received', 'received <order:id> <parcel>', {
    description: 'take in a parcel that came back: its pieces go into stock, damaged ones are written off',
    example: ['FS-10482 5512345678901', 'FS-10482 5512345678901 --damaged LS-BLK-M:1'],
    options: {
      damaged: 'pieces that can’t be sold again; repeatable',
      missing: 'pieces that aren’t in it; repeatable',
    },
    find: byNumber,
    lines: ({ already, pieces }) => [
      ...(already ? ['It was received before. Nothing was changed.'] : []),
      ...pieces.map(({ sku, good, damaged }) => `${sku}: ${good} back in stock, ${damaged} written off.`),
    ],
  })
  call('POST /orders/{id}/resend', 'resend <order:id>', {
    description: 'have what came back packed and sent again; missing and damaged pieces are refunded',
    example: ['FS-10482', 'FS-10482 --pin 400050 --town Mumbai'],
    options: ADDRESS,
    find: byNumber,
    lines: ({ already, pieces, refund }) =>
      already
        ? 'It was sent again before. Nothing was changed.'
        : [
            ...pieces.map(({ sku, quantity }) => `${sku}: ${quantity} to pack again.`),
            ...(refund > 0 ? [`${formatPrice(refund)} are refunded.`] : []),
          ],
  })
  call('POST /orders/{id}/close', 'close <order:id>', {
    description:
      'end an order in cash whose parcels all came back or are lost; “refused” counts against phone and address',
    example: ['FS-10482 --reason refused', 'FS-10482 --reason "nobody there three times"'],
    options: { reason: 'why' },
    find: byNumber,
    lines: ({ already, creditNote }) =>
      already
        ? 'It was closed before. Nothing was changed.'
        : `Closed.${creditNote === null ? '' : ` Credit note ${creditNote}.`}`,
  })
  call('GET /carriers', 'carriers', { example: '' })
  orders
    .command('export')
    .description('write paid orders to standard output as CSV; with a carrier’s format, those to pack')
    .does('GET /shipments/export.csv')
    .example(
      'orders export --from 2026-11-01 --to 2026-11-30 > november.csv',
      'orders export --format delhivery > to-book.csv',
    )
    .option('--from <date>', `paid from then on: ${TIME_HELP}`, parseTime)
    .option('--to <date>', 'paid until then, a day included', parseTime)
    .addOption(new Option('--format <name>', 'the shop’s own columns, or those of a carrier').choices(EXPORT_FORMATS))
    .option('--json', 'print errors as JSON')
    .action((options: { from?: WrittenTime; to?: WrittenTime; format?: ExportFormat }) => {
      const period = { from: options.from?.from ?? null, to: options.to?.to ?? null }
      if (period.from && period.to && period.to <= period.from) throw new UsageError('The end must be after the start.')
      return withMigratedDatabase(async (context) => {
        const lines = await exportOrders(context, { ...period, format: options.format ?? 'shop' })
        printResult(lines, {}, () => lines)
      })
    })
  orders
    .command('import-tracking <file>')
    .description(
      'record the parcels of a CSV file: the shop’s own export, or a report of Shiprocket, Delhivery or India Post',
    )
    .does('POST /shipments/import')
    .example('orders import-tracking report.csv --dry-run', 'orders import-tracking report.csv')
    .option('--dry-run', 'check the file without writing')
    .action((file: string, options: JsonOption & { dryRun?: boolean }) => {
      const path = resolveFile(file)
      return withMigratedDatabase(async (context) => {
        const report = await importTracking(context, readLines(path), { dryRun: options.dryRun ?? false })
        printResult(report, options, () => reportLines(report))
        if (!report.ok) process.exitCode = 1
      })
    })
  orders
    .command('pick-list [orders...]')
    .description('what to fetch for the orders to pack, by its place in the stockroom')
    .does('GET /pick-list', 'GET /pack')
    .example('orders pick-list', 'orders pick-list FS-10482 FS-10483')
    .action((references: string[], options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const list = unwrap(await pickList(context, references))
        printList(list, options, 'There is nothing to pack.', () =>
          table(
            ['place', 'pieces', 'SKU', 'product', 'colour', 'size', 'for'],
            list.map((line) => [
              line.place ?? '-',
              String(line.count),
              line.sku,
              line.product,
              line.color,
              line.size,
              line.orders.join(' '),
            ]),
          ),
        )
      }),
    )
}

/** `stock place`. */
export function addPlaceCommand(stock: ShopCommand): void {
  stock
    .command('place <sku> <text>')
    .description('where a SKU lies in the stockroom, for the pick list; "" takes its place away')
    .example('stock place LS-BLK-M "shelf B4"')
    .option('--json', 'print the result as JSON')
    .action((sku: string, text: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const set = unwrap(await changePlace(db, actor, sku, text))
        printResult(set, options, () => [
          set.place === null ? `${sku} has no place.` : `${sku} is stored at ${set.place}.`,
        ])
      }),
    )
}

function reportLines(report: TrackingReport): string[] {
  const { shipped, updated, already, skipped, delivered, errors, dryRun } = report
  const notes = report.notes.map((note) => `${linePrefix(note)}note: ${note.message}`)
  const problems = errors.map((error) => `${linePrefix(error)}${error.message}`)
  if (!report.ok) return [...notes, ...problems, 'Nothing was imported.']
  const done = [
    shipped.length === 1 ? '1 parcel' : `${shipped.length} parcels`,
    `${already} recorded before`,
    ...(updated.length > 0 ? [`${updated.length} updated`] : []),
    ...(delivered > 0 ? [`${delivered} delivered`] : []),
    ...(skipped > 0 ? [`${skipped} rows without a parcel`] : []),
  ].join(', ')
  const columns = `columns: ${report.format}`
  return [
    ...notes,
    ...shipped.map(shippedLine),
    ...updated.map(
      ({ orderNumber, carrier, tracking, state }) => `${orderNumber}: ${carrier} ${tracking} is ${state}.`,
    ),
    dryRun ? `Nothing was written (dry run; ${columns}). ${done}.` : `Imported ${done} (${columns}).`,
  ]
}

async function ship(references: string[], options: ShipOptions): Promise<void> {
  const { carrier, tracking, url } = options
  const counts = Object.fromEntries(options.line.map(({ sku, count }) => [sku, count]))
  const pieces = options.line.length > 0 ? counts : undefined
  if (tracking.length > 1 && tracking.length !== references.length)
    throw new UsageError('Give --tracking once for all orders, or once for each.')
  if (pieces && references.length > 1) throw new UsageError('--line works with one order at a time.')
  await withMigratedDatabase(async (context) => {
    const request = (index: number) => ({
      carrier,
      tracking: tracking[index] ?? tracking[0] ?? '',
      url,
      pieces,
      at: options.at,
    })
    const [only] = references
    if (only !== undefined && references.length === 1) {
      const shipped = unwrap(await shipOrder(context, only, request(0)))
      printResult(shipped, options, () => [shippedLine(shipped)])
      return
    }
    const parcels = references.map((reference, index) => ({ reference, request: request(index) }))
    const done = unwrap(await shipOrders(context, parcels))
    printResult(done, options, () => done.map(shippedLine))
  })
}

function shippedLine({ orderNumber, carrier, tracking, pieces, left, url, already }: ShippedOrder): string {
  const parcel = `${carrier} ${tracking}`
  if (already) return `${orderNumber}: ${parcel} is already recorded; nothing was changed, and no mail was sent.`
  const rest = left > 0 ? `; ${piecesText(left)} still to pack` : ''
  return `${orderNumber} was shipped with ${parcel}: ${piecesText(pieces)}${rest}. ${url ?? NO_PAGE}`
}

function piecesText(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`
}

import { InvalidArgumentError, Option } from 'commander'
import { systemClock } from '#platform/clock.ts'
import type { WrittenTime } from '#platform/india-time.ts'
import { formatRupees, toPaise } from '#platform/money.ts'
import { changeProducts, previewBulkChange } from '#shop/catalog/bulk/bulk.server.ts'
import { ROUNDINGS, type Rounding } from '#shop/catalog/bulk/price-rules.ts'
import { undoBulkChange } from '#shop/catalog/bulk/undo.server.ts'
import { PRODUCT_STATES, type ProductState } from '#shop/catalog/rules.ts'
import type { BulkChange, BulkReport } from '#shop/catalog/staff-contract.ts'
import {
  confirm,
  type JsonOption,
  parseCount,
  parseTime,
  printResult,
  TIME_HELP,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

interface BulkOptions extends JsonOption {
  q?: string
  state?: ProductState
  low?: number
  price?: string
  round?: Rounding
  mrp?: string
  to?: Exclude<ProductState, 'draft'>
  exchangeDays?: number | null
  at?: WrittenTime
  until?: WrittenTime
  dryRun?: boolean
  yes?: boolean
}

/** `products bulk|undo-bulk`: one change of many products. */
export function addBulkCommands(products: ShopCommand): void {
  products
    .command('bulk')
    .description(
      'change price, MRP, state or exchange days of all products that match; an MRP below its new price rises to it',
    )
    .does('POST /products/bulk')
    .example(
      'products bulk --q kurta --price +10% --round 9 --dry-run',
      'products bulk --q kurta --price -15% --at 2026-12-05 --until 2026-12-06',
      'products bulk --state hidden --to archived',
      'products bulk --q socks --exchange-days 0',
    )
    .option('--q <text>', 'whose name, id or SKU has these words')
    .addOption(new Option('--state <state>', 'in this state').choices(PRODUCT_STATES))
    .option('--low <count>', 'with a variant at or below its level, or this one', parseCount)
    .option('--price <price>', 'the new price in rupees, or by how much it changes, as in +10% or -5%')
    .option('--round <rupees>', `of a percentage: ${ROUNDINGS.join(', ')}; 9 and 99: ends so`, parseRounding)
    .option('--mrp <price>', 'the new MRP in rupees; none removes it')
    .addOption(new Option('--to <state>', 'the new state').choices(['published', 'hidden', 'archived']))
    .option(
      '--exchange-days <days>',
      'in how many days after delivery they can be exchanged; 0: never; none: the shop’s',
      (text) => (text === 'none' ? null : parseCount(text)),
    )
    .option('--at <date>', `when, or the first day (default: now): ${TIME_HELP}`, parseTime)
    .option('--until <date>', 'the last day: then the former values return', parseTime)
    .option('--dry-run', 'only say what would change')
    .option('--yes', 'don’t ask')
    .option('--json', 'print the result as JSON')
    .action(runBulk)
  products
    .command('undo-bulk <change>')
    .description('take a change of many products back, by its number; what was changed again since stays')
    .does('POST /undo/{id}')
    .example('products undo-bulk 412')
    .option('--json', 'print the result as JSON')
    .action((number: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const undone = unwrap(await db.transaction().execute((tx) => undoBulkChange(tx, actor, parseCount(number))))
        printResult({ products: undone }, options, () => [`${undone} products are as before.`])
      }),
    )
}

function runBulk(options: BulkOptions): Promise<void> {
  const { q, state, low, dryRun = false } = options
  const change = changeOf(options)
  return withMigratedDatabase(async ({ db, actor, settings }) => {
    const context = { db, actor, settings, clock: systemClock }
    const filter = { q, state, low }
    const { report: dry, reviewed } = unwrap(await previewBulkChange(context, { filter }, change))
    if (dryRun) return printResult(dry, options, () => [...reportLines(dry), 'Nothing was written (dry run).'])
    const when = dry.when === null ? [] : [dry.when]
    await confirm([`This changes ${dry.count} products.`, ...when, ...dry.warnings].join(' '), options)
    const done = unwrap(await changeProducts(context, { reviewed }, change))
    const undo = done.change === null ? [] : [`\`products undo-bulk ${done.change}\` takes it back.`]
    printResult(done, options, () => [...reportLines(done), ...undo])
  })
}

function changeOf({ price, round = 1, mrp, to, exchangeDays, at, until }: BulkOptions): BulkChange {
  const percent = /^([+-]?\d{1,3}(?:\.\d{1,2})?)%$/.exec(price ?? '')?.[1]
  const change = {
    ...(price === undefined
      ? {}
      : { price: percent === undefined ? parsePrice(price) : { percent: Number(percent), round } }),
    ...(mrp === undefined ? {} : { mrp: mrp === 'none' ? null : parsePrice(mrp) }),
    ...(to === undefined ? {} : { state: to }),
    ...(exchangeDays === undefined ? {} : { exchangeDays }),
    ...(at === undefined && until === undefined ? {} : { at: { from: at, to: until } }),
  }
  if (price === undefined && mrp === undefined && to === undefined && exchangeDays === undefined)
    throw new UsageError('Say what changes: --price, --mrp, --to or --exchange-days.')
  if (exchangeDays !== undefined && (at !== undefined || until !== undefined))
    throw new UsageError('Days to exchange change now: leave --at and --until out.')
  if (typeof exchangeDays === 'number' && exchangeDays > 60) throw new UsageError('A product has at most 60 days.')
  return change
}

function parsePrice(text: string): number {
  const rupees = /^\d{1,8}(?:\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(rupees) || toPaise(rupees) === null)
    throw new UsageError(`"${text}" isn’t a price such as 899 or +10%.`)
  return rupees
}

function parseRounding(text: string): Rounding {
  const found = ROUNDINGS.find((one) => String(one) === text)
  if (found === undefined) throw new InvalidArgumentError(`It must be one of ${ROUNDINGS.join(', ')}.`)
  return found
}

function reportLines({ count, unchanged, refusedCount, refused, rows, warnings, when }: BulkReport): string[] {
  const shown = (value: string | number | null) => (typeof value === 'number' ? formatRupees(value) : (value ?? '-'))
  return [
    ...rows.map(
      ({ id, changes }) =>
        `${id}: ${Object.entries(changes)
          .map(([name, { before, after }]) => `${name} ${shown(before)} -> ${shown(after)}`)
          .join(', ')}`,
    ),
    ...(count > rows.length ? [`… and ${count - rows.length} more`] : []),
    ...refused.map(({ id, message }) => `${id}: stays as it is. ${message}`),
    ...(when === null ? [] : [when]),
    ...warnings,
    `${count} products change, ${unchanged} have these values already, ${refusedCount} stay as they are.`,
  ]
}

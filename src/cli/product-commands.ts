import { Option } from 'commander'
import { systemClock } from '#platform/clock.ts'
import type { WrittenTime } from '#platform/india-time.ts'
import { formatPrice, paise, toRupees } from '#platform/money.ts'
import { adviseOnPrice } from '#shop/catalog/product/price-advice.server.ts'
import { listProducts } from '#shop/catalog/product/sql.server.ts'
import {
  changeProduct,
  moveProduct,
  priceSizes,
  type SizePrice,
  type StaffProduct,
  showProduct,
  unscheduleProduct,
} from '#shop/catalog/product/staff.server.ts'
import { productStaffContract } from '#shop/catalog/product/staff-contract.ts'
import { catalogStaffContract } from '#shop/catalog/staff-contract.ts'
import type { ScheduledChange } from '#shop/catalog/tables.server.ts'
import { changeGoesWith } from '#shop/related/staff.server.ts'
import { addBulkCommands } from './bulk-commands.ts'
import { callsOf } from './call-command.ts'
import {
  CommandError,
  confirm,
  type JsonOption,
  parseCount,
  parseTime,
  printError,
  printList,
  printResult,
  startOf,
  TIME_HELP,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { FIELDS, parseChanges } from './product-changes.ts'
import { readableTime, table } from './table.ts'

/** `products list|show|set|move|goes-with|publish|hide|archive|unschedule`. */
export function addProductCommands(program: ShopCommand): void {
  addProducts(program.command('products').description('products: list, show, change, put on and off sale'))
}

interface ListOptions {
  hidden?: boolean
  low?: number | true
  withoutHsn?: boolean
  outdatedHindi?: boolean
}

interface SetOptions extends JsonOption {
  from?: WrittenTime
  to?: WrittenTime
  yes?: boolean
}

function addProducts(products: ShopCommand): void {
  const call = callsOf(
    products,
    { ...catalogStaffContract, 'GET /products/{id}/history': productStaffContract['GET /products/{id}/history'] },
    async () => (await import('#shop/catalog/staff-handlers.server.ts')).createCatalogStaffHandlers,
  )
  products
    .command('list')
    .description('every product with its state, price and stock')
    .does('GET /products')
    .example('products list', 'products list --low 3', 'products list --hidden --json', 'products list --without-hsn')
    .option('--hidden', 'only unpublished ones')
    .option(
      '--low [count]',
      'only those with a variant at or below its low-stock level, with these variants; COUNT is the level of variants without one (default: stock.lowLevel)',
      parseCount,
    )
    .option('--without-hsn', 'only those without an HSN code of their own')
    .option('--outdated-hindi', 'only those whose English description was changed without the Hindi one')
    .action((options: JsonOption & ListOptions) =>
      withMigratedDatabase(async ({ db, settings }) => {
        const { hidden, withoutHsn, outdatedHindi } = options
        const low = options.low === true ? settings()['stock.lowLevel'] : options.low
        const list = await listProducts(db, { hidden, low, withoutHsn, outdatedHindi })
        const shown = list.map(({ price_paise, mrp_paise, ...one }) => ({
          ...one,
          price: toRupees(paise(price_paise)),
          mrp: mrp_paise === null ? null : toRupees(paise(mrp_paise)),
        }))
        printList(shown, options, 'No products.', () =>
          table(
            ['product', 'state', 'price', 'in stock', 'HSN', 'name', ...(low === undefined ? [] : ['low'])],
            shown.map((one) => [
              one.id,
              one.state,
              formatPrice(one.price),
              String(one.available),
              one.hsn ?? '-',
              one.name,
              (one.low ?? []).map(({ color, size, left }) => `${color} ${size}: ${left}`).join(', '),
            ]),
          ),
        )
        const without = list.filter(({ hsn }) => hsn === null).length
        if (without > 0)
          printError(
            `Without an HSN code of their own: ${without} of ${list.length}. Their invoices show ${settings()['tax.hsn']} (tax.hsn); \`products set ID hsn=6109\` sets one.`,
          )
      }),
    )
  products
    .command('show <id>')
    .description('one product with its stock and scheduled changes')
    .does('GET /products/{id}')
    .example('products show linen-shirt')
    .action((id: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => {
        const product = await showProduct(db, id)
        if (!product) throw new CommandError(`There is no product ${id}.`)
        printProduct(product, options)
      }),
    )
  products
    .command('set <id> <assignments...>')
    .description(`change fields, as in: price=999 mrp=1499 "name=Linen shirt"; an empty value clears (mrp=)`)
    .does('PATCH /products/{id}', 'POST /products/{id}/sale', 'GET /products/{id}/price-advice')
    .example(
      'products set linen-shirt price=999 mrp=1499',
      'products set linen-shirt price=899 --from 2026-12-24 --to 2026-12-31',
    )
    .addHelpText('after', () =>
      ['', 'The fields:', ...Object.entries(FIELDS).map(([name, help]) => `  ${name}: ${help}`)].join('\n'),
    )
    .option('--from <date>', `with price or mrp: from when on; ${TIME_HELP}`, parseTime)
    .option('--to <date>', 'with price or mrp: until when, a day included; then the former ones return', parseTime)
    .option('--yes', 'don’t ask about a price of 0, below half or above twice the price of a day ago')
    .option('--json', 'print the product as JSON')
    .action((id: string, assignments: string[], options: SetOptions) =>
      withMigratedDatabase(async ({ db, actor, settings }) => {
        const period = { from: startOf(options.from), to: options.to?.to }
        const changes = parseChanges(assignments)
        const { price } = changes
        const advice = price === undefined ? null : await adviseOnPrice({ db, settings, clock: systemClock }, id, price)
        if (advice?.unusual) await confirm(`${id}: ${advice.unusual}`, options)
        const product = unwrap(await changeProduct(db, actor, id, changes, period))
        printProduct(product, options)
        if (price === undefined) return
        if (!period.from && product.fields.price !== price)
          printError(`A sale is running, so ${formatPrice(price)} is the price after it.`)
        if (advice?.tax) printError(advice.tax)
      }),
    )
  products
    .command('price <id> <sizes...>')
    .description(
      'give sizes prices of their own, as in: XXL=899 XL=849.50/1099 (the MRP after a slash); XXL= for the product’s',
    )
    .does('PATCH /products/{id}')
    .example('products price linen-kurta XXL=899 XL=849.50/1099', 'products price linen-kurta XXL=')
    .option('--json', 'print the product as JSON')
    .action((id: string, sizes: string[], options: JsonOption) => {
      const prices = sizes.map(parseSizePrice)
      return withMigratedDatabase(async ({ db, actor }) =>
        printProduct(unwrap(await priceSizes(db, actor, id, prices)), options),
      )
    })
  products
    .command('move <id>')
    .description('set a product’s position in lists without another sort order; `products set ID position=` removes it')
    .example('products move linen-shirt --first', 'products move linen-shirt --before cotton-kurta')
    .addOption(new Option('--before <id>', 'before this product').conflicts(['first', 'last']))
    .addOption(new Option('--first', 'before all others').conflicts('last'))
    .option('--last', 'after all others with a position')
    .option('--json', 'the product as JSON')
    .action((id: string, options: JsonOption & { before?: string; first?: boolean; last?: boolean }) => {
      const { before, first, last } = options
      const to = before !== undefined ? { before } : first ? 'first' : last ? 'last' : null
      if (to === null) throw new UsageError('Say where to: --first, --last or --before ID.')
      return withMigratedDatabase(async ({ db, actor }) =>
        printProduct(unwrap(await moveProduct(db, actor, id, to)), options),
      )
    })
  products
    .command('goes-with <id> [others...]')
    .description('set the products shown with a product, in this order; without any, those often bought together')
    .example('products goes-with linen-shirt cargo-pants tin-tote', 'products goes-with linen-shirt')
    .option('--json', 'print the result as JSON')
    .action((id: string, others: string[], options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const set = unwrap(await changeGoesWith(db, actor, id, others))
        printResult(set, options, () => [
          set.goesWith.length === 0
            ? `${id} is shown with products often bought together.`
            : `${id}: ${set.goesWith.join(', ')}`,
        ])
      }),
    )
  for (const [word, example, description] of [
    ['publish', 'linen-shirt --at 2026-12-01T10:00', undefined],
    ['hide', 'linen-shirt', 'remove a product from every list; its page returns 404'],
    ['archive', 'linen-shirt', 'stop selling a product; its page says so, and orders keep showing it'],
  ] as const)
    call(`POST /products/{id}/${word}`, `${word} <id>`, {
      ...(description ? { description } : {}),
      example,
      options: { at: { flag: '--at <date>', help: `when (default: now): ${TIME_HELP}`, read: checkTime }, from: false },
      show: async ({ id }, _, { db }) => showProduct(db, id),
      lines: (product) => (product ? productLines(product) : []),
    })
  addBulkCommands(products)
  call('GET /products/timeline', 'timeline', { example: '', none: 'Nothing will change by itself.' })
  call('GET /products/{id}/history', 'history <id>', { example: 'linen-shirt', none: 'No changes.' })
  products
    .command('unschedule <id>')
    .description('remove a product’s scheduled changes; a running sale ends at once')
    .does('DELETE /products/timeline/{change}')
    .example('products unschedule linen-shirt')
    .option('--json', 'print the product as JSON')
    .action((id: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) =>
        printProduct(unwrap(await unscheduleProduct(db, actor, id)), options),
      ),
    )
}

/** The text of a time, for calls that read it themselves. */
function checkTime(text: string): string {
  parseTime(text)
  return text
}

function printProduct(product: StaffProduct, options: JsonOption): void {
  printResult(product, options, () => productLines(product))
}

function productLines({ _id, state, fields, stock, scheduled }: StaffProduct): string[] {
  return [
    `${_id}  ${state}`,
    ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value ?? '-'}`),
    ...stock.map(
      ({ sku, color, size, onHand, held, low, price, mrp }) =>
        `  ${sku}  ${color}, ${size}${price == null ? '' : `, price ${formatPrice(price)}`}${mrp == null ? '' : `, MRP ${formatPrice(mrp)}`}: ${onHand - held} to buy${held > 0 ? `, ${held} held for unpaid orders` : ''}${low === null ? '' : `, low from ${low} on`}`,
    ),
    ...scheduled.map(({ at, change }) => `  ${readableTime(at)}: ${changeText(change)}`),
  ]
}

function changeText(change: ScheduledChange): string {
  if ('state' in change) return change.state
  const prices = `price ${formatPrice(change.price)}, MRP ${change.mrp === null ? '-' : formatPrice(change.mrp)}`
  return change.endsSale ? `${prices}, the end of the sale` : prices
}

/** `XXL=899/1099`, or `XXL=` for the product's prices. */
function parseSizePrice(text: string): SizePrice {
  const [, size, price, mrp] = /^([^=]+)=(?:(\d+(?:\.\d{1,2})?)(?:\/(\d+(?:\.\d{1,2})?))?)?$/.exec(text.trim()) ?? []
  if (size === undefined) throw new UsageError(`"${text}" isn’t a size and a price such as XXL=899 or XXL=899/1099.`)
  return {
    size: size.trim(),
    price: price === undefined ? null : Number(price),
    mrp: mrp === undefined ? null : Number(mrp),
  }
}

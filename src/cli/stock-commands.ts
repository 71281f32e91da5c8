import { hasSku, listStockHistory } from '#shop/catalog/product/sql.server.ts'
import { stockStaffContract } from '#shop/catalog/stock/contract.ts'
import { changeStock, type StockChange } from '#shop/catalog/stock/sql.server.ts'
import { orderNumber } from '#shop/orders/rules.ts'
import { shippingStaffContract } from '#shop/shipping/staff-contract.ts'
import { callsOf } from './call-command.ts'
import {
  CommandError,
  type JsonOption,
  parseCount,
  printList,
  printResult,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { addPlaceCommand } from './shipping-commands.ts'
import { readableTime, table } from './table.ts'

/** `stock set|add|set-level|place|history`. */
export function addStockCommands(program: ShopCommand): void {
  const stock = program.command('stock').description('stock by SKU: one size of one colour of one product')
  const call = callsOf(
    stock,
    stockStaffContract,
    async () => (await import('#shop/catalog/staff-handlers.server.ts')).createCatalogStaffHandlers,
  )
  stock
    .command('set <sku> <count>')
    .description('set how many can be sold')
    .does('POST /stock/{sku}/count')
    .example('stock set LS-BLK-M 12')
    .option('--reason <text>', 'why, for the history')
    .option('--json', 'print the result as JSON')
    .action((sku: string, count: string, options: JsonOption & { reason?: string }) => {
      const quantity = parseCount(count)
      return withMigratedDatabase(async ({ db, actor }) => {
        const change = unwrap(await changeStock(db, actor, sku, { quantity, reason: options.reason }))
        printResult(change, options, () => [stockLine(change)])
      })
    })
  stock
    .command('add <sku> <count>')
    .description('add to or subtract from how many can be sold, as in +5 or -5')
    .does('POST /stock/{sku}')
    .example('stock add LS-BLK-M +5 --reason "delivery"', 'stock add LS-BLK-M -1 --reason "damaged"')
    .requiredOption('--reason <text>', 'why, for the history')
    .option('--json', 'print the result as JSON')
    .action((sku: string, count: string, options: JsonOption & { reason: string }) => {
      const delta = parseDelta(count)
      return withMigratedDatabase(async ({ db, actor }) => {
        const change = unwrap(await changeStock(db, actor, sku, { delta, reason: options.reason }))
        printResult(change, options, () => [stockLine(change)])
      })
    })
  call('PATCH /stock/{sku}', 'set-level <sku> <count:low>', {
    description: 'set the low-stock level of a SKU, for `products list --low`; none removes it',
    example: ['LS-BLK-M 3', 'LS-BLK-M none'],
    result: ({ stock: { sku, low } }) => ({ sku, low }),
    lines: ({ stock: { sku, low } }) => (low === null ? `${sku} has no level.` : `${sku} is low from ${low} on.`),
  })
  addPlaceCommand(stock)
  callsOf(
    stock,
    shippingStaffContract,
    async () => (await import('#shop/shipping/staff-handlers.server.ts')).createShippingStaffHandlers,
  )('GET /labels.pdf', 'labels <skus>', { example: 'LS-BLK-M,LS-BLK-L --out labels.pdf' })
  call('GET /stock', 'list', {
    example: ['--low true', '--q kurta'],
    options: {
      low: 'true, or a number of pieces',
      q: 'by words of the product',
      sku: 'only this SKU',
      place: 'only what lies here',
    },
    none: 'No stock.',
  })
  stock
    .command('history <sku>')
    .description('every change of a SKU’s stock with its reason, newest first')
    .does('GET /stock/{sku}/history')
    .example('stock history LS-BLK-M --limit 10')
    .option('--limit <count>', 'how many', parseCount, 50)
    .action((sku: string, options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async ({ db, settings }) => {
        const history = await listStockHistory(db, sku, options.limit)
        if (history.length === 0 && !(await hasSku(db, sku))) throw new CommandError(`There is no SKU ${sku}.`)
        printList(history, options, `The stock of ${sku} has never changed.`, () =>
          table(
            ['when', 'on hand', 'held', 'why', 'order'],
            history.map(({ at, onHand, held, why, orderNumber: number, exchangeId }) => [
              readableTime(at),
              signed(onHand),
              signed(held),
              why,
              number === null ? '' : `${orderNumber(number, settings())}${exchangeId === null ? '' : ' (exchange)'}`,
            ]),
          ),
        )
      }),
    )
}

function stockLine({ sku, productId, before, quantity, held }: StockChange): string {
  return `${sku} of ${productId}: was ${before}, now ${quantity}; ${held} held for unpaid orders.`
}

function parseDelta(text: string): number {
  if (!/^[+-]?\d{1,7}$/.test(text)) throw new UsageError(`"${text}" isn’t a whole number such as +5 or -5.`)
  return Number(text)
}

function signed(count: number): string {
  return count > 0 ? `+${count}` : String(count)
}

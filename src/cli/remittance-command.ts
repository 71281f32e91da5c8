import { readFile } from 'node:fs/promises'
import { formatPrice } from '#platform/money.ts'
import { applyRemittance, checkRemittance } from '#shop/remittances/staff.server.ts'
import type { Remittance } from '#shop/remittances/staff-contract.ts'
import { type JsonOption, printResult, resolveFile, unwrap, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `orders remittance`. */
export function addRemittanceCommand(orders: ShopCommand): void {
  orders
    .command('remittance <file>')
    .description(
      'take over what a carrier paid of the cash that it collected: a CSV file with AWB, Amount, UTR, Date; or the payment provider’s settlement report',
    )
    .does('POST /remittances', 'POST /remittances/{id}/apply')
    .example('orders remittance delhivery.csv --dry-run', 'orders remittance delhivery.csv')
    .option('--dry-run', 'check the file without taking it over')
    .action((file: string, { dryRun = false, ...options }: JsonOption & { dryRun?: boolean }) => {
      const path = resolveFile(file)
      return withMigratedDatabase(async (context) => {
        const checked = unwrap(await checkRemittance(context, await readFile(path)))
        const done = dryRun ? checked : unwrap(await applyRemittance(context, checked.id))
        printResult(done, options, () => linesOf(done, dryRun))
      })
    })
}

function linesOf({ of, matched, short, double, unknown }: Remittance, isDryRun: boolean): string[] {
  const what = of === 'cash' ? 'parcel' : 'payment or refund'
  const parcels = matched === 1 ? `1 ${what}` : `${matched} ${of === 'cash' ? 'parcels' : 'payments and refunds'}`
  return [
    isDryRun ? `It would pay ${parcels} whole. Nothing was taken over.` : `It paid ${parcels} whole.`,
    ...short.map(({ awb, due, got }) => `${awb} is short: ${formatPrice(got)} of ${formatPrice(due)}.`),
    ...double.map(({ awb, utr }) => `${awb} was paid before (${utr}).`),
    ...unknown.map((awb) =>
      of === 'cash'
        ? `${awb}: no cash is due for it, or less than this.`
        : `${awb}: not a payment or refund of this shop, or more than it.`,
    ),
  ]
}

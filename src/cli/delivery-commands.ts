import { estimateDelivery } from '#shop/delivery/directory.server.ts'
import { PIN_UNKNOWN } from '#shop/delivery/messages.ts'
import { readZones } from '#shop/delivery/staff.server.ts'
import { readLines } from '#shop/imports/lines.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { CommandError, type JsonOption, printResult, resolveFile, unwrap, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `delivery zones|check`. */
export function addDeliveryCommands(program: ShopCommand): void {
  const delivery = program.command('delivery').description('where parcels go, and in how many days')
  delivery
    .command('zones <file>')
    .description(
      'take the zones from a CSV: where (PIN, beginning of PINs or state), days, serviceable, pickup, fee and freeFrom in rupees, cash',
    )
    .example('delivery zones zones.csv')
    .option('--json', 'print the zones as JSON')
    .action((file: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const { actor } = context
        const zones = unwrap(await readZones(readLines(resolveFile(file))))
        unwrap(await changeSettings(context, actor, { 'shipping.zones': zones }))
        printResult(zones, options, () => [`${zones.length} zones. \`settings undo\` restores the previous ones.`])
      }),
    )
  delivery
    .command('check <pin>')
    .description('what a shopper with this PIN sees')
    .example('delivery check 400050')
    .action((pin: string, options: JsonOption) =>
      withMigratedDatabase(async ({ settings }) => {
        const estimate = estimateDelivery(pin, new Date(), settings())
        if (!estimate) throw new CommandError(PIN_UNKNOWN)
        printResult(estimate, options, () => [
          `${estimate.pin}  ${estimate.city}, ${estimate.state}`,
          estimate.serviceable ? `  delivered by ${estimate.by}` : '  not delivered',
          `  delivery ${estimate.fee === undefined ? 'at the usual fee' : `for Rs. ${estimate.fee}`}`,
          estimate.exchangePickup ? '  exchanges are picked up' : '  exchanges aren’t picked up',
        ])
      }),
    )
}

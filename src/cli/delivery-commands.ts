import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { promiseFor } from '#shop/delivery/directory.server.ts'
import { PIN_UNKNOWN } from '#shop/delivery/messages.ts'
import { readZones } from '#shop/delivery/staff.server.ts'
import { changeSettings, readSettings } from '#shop/settings/staff.server.ts'
import { CommandError, type JsonOption, printResult, resolveFile, unwrap, withMigratedDatabase } from './command.ts'

/** `delivery zones|check`. */
export function addDeliveryCommands(program: Command): void {
  const delivery = program.command('delivery').description('where parcels go, and in how many days')
  delivery
    .command('zones <file>')
    .description(
      'take the zones from a CSV: where (PIN, beginning of PINs or state), days, serviceable, pickup, fee in rupees',
    )
    .option('--json', 'the zones as JSON')
    .action((file: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const zones = unwrap(await readZones(await readFile(resolveFile(file), 'utf8')))
        unwrap(await changeSettings(db, actor, { 'shipping.zones': zones }))
        printResult(zones, options, () => [`${zones.length} zones. \`settings undo\` returns to those before.`])
      }),
    )
  delivery
    .command('check <pin>')
    .description('what a shopper with this PIN is told')
    .option('--json', 'as JSON')
    .action((pin: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => {
        const promise = promiseFor(pin, new Date(), await readSettings(db))
        if (!promise) throw new CommandError(PIN_UNKNOWN)
        printResult(promise, options, () => [
          `${promise.pin}  ${promise.city}, ${promise.state}`,
          promise.serviceable ? `  delivered by ${promise.by}` : '  not delivered',
          `  delivery ${promise.fee === undefined ? 'at the usual fee' : `for Rs. ${promise.fee}`}`,
          promise.exchangePickup ? '  exchanges are fetched' : '  exchanges are not fetched',
        ])
      }),
    )
}

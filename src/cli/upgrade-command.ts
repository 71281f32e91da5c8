import { readConfig } from '#platform/config.server.ts'
import { updateTables } from '#shop/backups/update-tables.server.ts'
import { type JsonOption, printError, printResult, root, withDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

interface UpgradeOptions extends JsonOption {
  /** Commander's name of --without-backup. */
  withoutBackup?: boolean
}

/** `upgrade` (CONTRACT part three, Copies). */
export function addUpgradeCommand(program: ShopCommand): void {
  program
    .command('upgrade')
    .description('bring the data up to this version of the shop, after a backup')
    .example('upgrade', 'upgrade --without-backup')
    .option('--without-backup', 'update the tables although there is no room for a backup')
    .option('--json', 'print the result as JSON')
    .action(runUpgrade)
}

async function runUpgrade({ withoutBackup = false, ...options }: UpgradeOptions): Promise<void> {
  const print = (line: string) => printError(line)
  const config = readConfig(process.env, { root })
  const tables = await withDatabase(config, (context) => updateTables(context, { config, root, print, withoutBackup }))
  printResult({ tables }, options, () =>
    tables.length === 0
      ? ['Everything is of this version already.']
      : [`The tables were updated: ${tables.join(', ')}.`],
  )
}

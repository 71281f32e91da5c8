import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '#platform/config.server.ts'
import { recordBackup } from '#shop/backups/sql.server.ts'
import { updateTables } from '#shop/backups/update-tables.server.ts'
import { type UpgradedPostgres, upgradePostgres } from '#shop/backups/upgrade-postgres.server.ts'
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
    .description('bring the data up to this version of the shop and its PostgreSQL, after a backup')
    .example('upgrade', 'upgrade --without-backup')
    .option('--without-backup', 'update the tables although there is no room for a backup')
    .option('--json', 'print the result as JSON')
    .action(runUpgrade)
}

async function runUpgrade({ withoutBackup = false, ...options }: UpgradeOptions): Promise<void> {
  const print = (line: string) => printError(line)
  const config = readConfig(process.env, { root })
  const postgres = await upgradePostgres({ config, root, print })
  const tables = await withDatabase(config, async (context) => {
    const updated = await updateTables(context, { config, root, print, withoutBackup })
    if (postgres) await recordBackup(context.db, postgres.record)
    return updated
  })
  const updated = [...(postgres?.migrated ?? []), ...tables]
  printResult({ postgres, tables: updated }, options, () => {
    const lines = updated.length > 0 ? [`The tables were updated: ${updated.join(', ')}.`] : []
    if (postgres) return [...lines, ...describe(postgres, config.dataDir)]
    return lines.length > 0 ? lines : ['Everything is of this version already.']
  })
}

/** What was done, and the way back. */
function describe({ to, backup, former, rows }: UpgradedPostgres, dataDir: string): string[] {
  const current = join(dataDir, 'postgres')
  return [
    `The database is of PostgreSQL ${to} now: ${rows.toLocaleString('en-IN')} rows, the same as before.`,
    `The former database is kept in ${former}, and the backup in ${backup}.`,
    `To go back, which loses what happened since, stop the shop, run \`mv ${current} ${current}-${to} && mv ${former} ${current}\`, and start the former version of the shop.`,
    `Once all is well, delete it: \`rm -r ${[former, ...elsewhere(former)].join(' ')}\`.`,
  ]
}

/** The folder of a database outside of DATA_DIR, which root's may have. */
function elsewhere(former: string): string[] {
  const real = dirname(realpathSync(former))
  return real === realpathSync(dirname(former)) ? [] : [real]
}

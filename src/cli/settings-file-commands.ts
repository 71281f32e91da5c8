import { readLines } from '#shop/imports/lines.server.ts'
import { errorLine } from '#shop/imports/table-file.server.ts'
import { readSettingFile, type TableSetting, tableLines } from '#shop/owner/setting-files.server.ts'
import { TABLE_SETTINGS } from '#shop/owner/setting-files-contract.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import {
  CommandError,
  type JsonOption,
  printResult,
  resolveFile,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `settings read|write`: tables as CSV files. */
export function addFileCommands(settings: ShopCommand): void {
  settings
    .command('read <name> <file>')
    .description('take shipping.zones or tax.table from a CSV file, all or nothing, and say what it changes')
    .does('POST /settings/{name}/read')
    .example('settings read tax.table rates.csv --dry-run', 'settings read shipping.zones zones.csv')
    .option('--dry-run', 'only say what would change')
    .option('--json', 'print what changes as JSON')
    .action((name: string, file: string, options: JsonOption & { dryRun?: boolean }) => {
      const table = parseTable(name)
      const path = resolveFile(file)
      return withMigratedDatabase(async (context) => {
        const read = await readSettingFile(table, context.settings(), readLines(path))
        if (read.value === null) throw new CommandError(read.errors.map(errorLine).join('\n'))
        if (!options.dryRun) unwrap(await changeSettings(context, context.actor, { [table]: read.value }))
        printResult(read, options, () => [
          ...read.changes.map(({ key, from, to }) => `${key}: ${from ?? 'none'} → ${to ?? 'none'}`),
          `${read.added} new, ${read.changed} changed, ${read.removed} removed, ${read.unchanged} as before.`,
          options.dryRun ? 'Nothing was written (dry run).' : '`settings undo` restores the previous ones.',
        ])
      })
    })
  settings
    .command('write <name>')
    .description('write shipping.zones or tax.table to standard output as CSV; an example if it’s empty')
    .does('GET /settings/{name}/file')
    .example('settings write tax.table > rates.csv')
    .option('--json', 'print errors as JSON')
    .action((name: string) => {
      const table = parseTable(name)
      return withMigratedDatabase(async ({ settings }) => {
        process.stdout.write(`${tableLines(table, settings()).join('\n')}\n`)
      })
    })
}

function parseTable(name: string): TableSetting {
  const table = TABLE_SETTINGS.find((one) => one === name)
  if (table) return table
  throw new UsageError(`Only ${TABLE_SETTINGS.join(' and ')} are tables.`)
}

import type { Command } from 'commander'
import { listDemand } from '#shop/alerts/store.server.ts'
import { type JsonOption, parseCount, printResult, withMigratedDatabase } from './command.ts'
import { tableOf } from './table.ts'

/** `alerts list`. */
export function addAlertCommands(program: Command): void {
  program
    .command('alerts')
    .description('what people wait for')
    .command('list')
    .description('colours and sizes that people asked to be told about, the most wanted first')
    .option('--limit <count>', 'how many', parseCount, 100)
    .option('--json', 'as JSON')
    .action((options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await listDemand(db, options.limit)
        printResult(list, options, () => (list.length === 0 ? ['Nobody waits for anything.'] : tableOf(list)))
      }),
    )
}

import { listDemand } from '#shop/alerts/sql.server.ts'
import { type JsonOption, parseCount, printList, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `alerts list`. */
export function addAlertCommands(program: ShopCommand): void {
  program
    .command('alerts')
    .description('back-in-stock alerts')
    .command('list')
    .description('colours and sizes with waiting customers, the most wanted first')
    .example('alerts list', 'alerts list --limit 10 --json')
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await listDemand(db, options.limit)
        printList(list, options, 'Nobody is waiting for anything.')
      }),
    )
}

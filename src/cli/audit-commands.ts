import type { Command } from 'commander'
import { listAudit } from '#shop/audit/store.server.ts'
import { parseCount, printResult, withMigratedDatabase } from './command.ts'
import { readableTime, table } from './table.ts'

/** `audit list`. */
export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('who changed what')
    .command('list')
    .description('changes, newest first')
    .option('--subject <subject>', 'only of one subject, such as product:linen-shirt or sku:LS-BLK-M')
    .option('--limit <count>', 'how many', parseCount, 100)
    .option('--json', 'as JSON')
    .action((options: { subject?: string; limit: number; json?: boolean }) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await listAudit(db, options)
        printResult(list, options, () =>
          list.length === 0
            ? ['No changes.']
            : table(
                ['when', 'who', 'what', 'subject', 'change'],
                list.map(({ at, actor, action, subject, before, after }) => [
                  readableTime(at),
                  actor,
                  action,
                  subject,
                  `${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
                ]),
              ),
        )
      }),
    )
}

import { listAudit } from '#shop/audit/sql.server.ts'
import { findOrderId } from '#shop/orders/staff-sql.server.ts'
import { type JsonOption, parseCount, printList, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { readableJson, readableTime, table } from './table.ts'

/** `audit list`. */
export function addAuditCommands(program: ShopCommand): void {
  program
    .command('audit')
    .description('who changed what')
    .command('list')
    .description('changes, newest first')
    .example('audit list --subject settings', 'audit list --limit 20 --json')
    .option('--subject <subject>', 'only for one subject, such as product:linen-shirt, sku:LS-BLK-M or order:FS-10482')
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & { subject?: string; limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const { subject, limit } = options
        const order = subject?.startsWith('order:') ? await findOrderId(db, subject.slice('order:'.length)) : null
        const list = await listAudit(db, { subject: order === null ? subject : `order:${order}`, limit })
        printList(list, options, 'No changes.', () =>
          table(
            ['when', 'who', 'what', 'subject', 'change'],
            list.map(({ at, actor, action, subject, before, after }) => [
              readableTime(at),
              actor,
              action,
              subject,
              changeText(before, after),
            ]),
          ),
        )
      }),
    )
}

/** What changed. An action that changes no stored value, such as an answer, has only its result or nothing. */
function changeText(before: unknown, after: unknown): string {
  if (before === null) return after === null ? '' : shortJson(after)
  return `${shortJson(before)} -> ${after === null ? 'removed' : shortJson(after)}`
}

/** As much of a value as a line of a table has room for; `--json` has it whole. */
function shortJson(value: unknown): string {
  const text = readableJson(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

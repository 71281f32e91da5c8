import type { WrittenTime } from '#platform/india-time.ts'
import { listAuditPage } from '#shop/audit/list-sql.server.ts'
import { findOrderId } from '#shop/orders/staff-sql.server.ts'
import { findPerson } from '#shop/staff/sql.server.ts'
import { type JsonOption, parseCount, parseTime, printList, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { readableJson, readableTime, table } from './table.ts'

interface AuditOptions {
  subject?: string
  staff?: string
  action?: string
  from?: WrittenTime
  to?: WrittenTime
  limit: number
}

/** `audit list`. */
export function addAuditCommands(program: ShopCommand): void {
  program
    .command('audit')
    .description('who changed what')
    .command('list')
    .description('changes, newest first')
    .example('audit list --subject settings', 'audit list --limit 20 --json')
    .option('--subject <subject>', 'only for one subject, such as product:linen-shirt, sku:LS-BLK-M or order:FS-10482')
    .option('--staff <email>', 'only by this member of staff, on the staff site')
    .option('--action <action>', 'only of one kind, such as order.ship')
    .option('--from <day>', 'from this day on, in India', parseTime)
    .option('--to <day>', 'to the end of this day', parseTime)
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & AuditOptions) =>
      withMigratedDatabase(async ({ db }) => {
        const { subject, staff, action, from, to, limit } = options
        const order = subject?.startsWith('order:') ? await findOrderId(db, subject.slice('order:'.length)) : null
        const filters = {
          subject: order === null ? subject : `order:${order}`,
          // Nobody has an empty id.
          staff: staff === undefined ? undefined : ((await findPerson(db, { email: staff }))?.id ?? ''),
          action,
          from: from?.from,
          to: to?.to,
        }
        const rows = await listAuditPage(db, filters, { after: null, limit })
        const list = rows.slice(0, limit).map(({ at, actorKind, actor, action, subject, before, after }) => ({
          at: at.toISOString(),
          actorKind,
          actor,
          action,
          subject,
          before,
          after,
        }))
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

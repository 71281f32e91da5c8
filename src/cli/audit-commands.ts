import { auditStaffContract } from '#shop/audit/staff-contract.ts'
import type { Shop } from '#shop/shop.server.ts'
import { findPerson } from '#shop/staff/sql.server.ts'
import { callsOf } from './call-command.ts'
import type { ShopCommand } from './command-tree.ts'
import { readableJson, readableTime, table } from './table.ts'

/** `audit`: the log of changes. */
export function addAuditCommands(program: ShopCommand): void {
  const audit = program.command('audit').description('who changed what')
  const call = callsOf(audit, auditStaffContract, async () => {
    const { createAuditStaffHandlers } = await import('#shop/audit/staff-handlers.server.ts')
    const { orders } = await import('#shop/orders/feature.server.ts')
    // Orders are found by their numbers; what records are called isn't printed.
    return (shop: Shop) => createAuditStaffHandlers(shop, { subjects: { ...orders.subjects }, actions: {} })
  })
  call('GET /audit', 'list', {
    description: 'changes, newest first',
    example: ['--subject settings', '--limit 20 --json'],
    options: {
      subject: 'only for one subject, such as product:linen-shirt, sku:LS-BLK-M or order:FS-10482',
      staff: { flag: '--staff <email>', help: 'only by this member of staff, on the staff site' },
      action: 'only of one kind, such as order.ship',
      from: { flag: '--from <day>', help: 'from this day on, in India' },
      to: { flag: '--to <day>', help: 'to the end of this day' },
      whole: 'false cuts long values',
    },
    // Nobody has the id -.
    find: async ({ staff: email, whole = 'true' }, _, { db }) => ({
      whole,
      ...(email === undefined ? {} : { staff: (await findPerson(db, { email: String(email) }))?.id ?? '-' }),
    }),
    result: ({ items }) =>
      items.map(({ at, actorKind, actor, action, subject, before, after }) => ({
        at,
        actorKind,
        actor,
        action,
        subject,
        before,
        after,
      })),
    none: 'No changes.',
    lines: ({ items }) =>
      table(
        ['when', 'who', 'what', 'subject', 'change'],
        items.map(({ at, actor, action, subject, before, after }) => [
          readableTime(at),
          actor,
          action,
          subject,
          changeText(before, after),
        ]),
      ),
  })
  call('GET /audit/actions', 'actions', { example: '', lines: ({ items }) => items })
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

import { parsePlannedTime, planSettings } from '#shop/settings/planned.server.ts'
import { settingsStaffContract } from '#shop/settings/staff-contract.ts'
import { callsOf } from './call-command.ts'
import { type JsonOption, printResult, unwrap, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { readableTime } from './table.ts'

/** `settings planned|unplan`. */
export function addPlanCommands(settings: ShopCommand): void {
  const call = callsOf(
    settings,
    settingsStaffContract,
    async () => (await import('#shop/settings/staff-handlers.server.ts')).createSettingsStaffHandlers,
  )
  call('GET /settings/plans', 'planned', {
    example: '',
    none: 'Nothing is planned.',
    lines: ({ items }) =>
      items.flatMap(({ id, at, by, changes, problem }) => [
        `${id}  ${readableTime(new Date(at))}  ${by}${problem === null ? '' : `  not done: ${problem}`}`,
        ...changes.map(({ name, from, to }) => `    ${name}: ${from} → ${to}`),
      ]),
  })
  call('DELETE /settings/plans/{id}', 'unplan <plan:id>', {
    example: 'PLAN_ID',
    lines: () => 'It isn’t planned any more.',
  })
}

/** Plans settings for a time as `--at` has it, and says so. */
export function planChange(changes: Readonly<Record<string, unknown>>, at: string, options: JsonOption): Promise<void> {
  return withMigratedDatabase(async (context) => {
    const time = unwrap(parsePlannedTime(at, new Date()))
    const id = unwrap(await planSettings(context, context.actor, { changes, at: time }))
    printResult({ id, at: time }, options, () => [
      `Planned for ${readableTime(time)} in India. \`settings unplan ${id}\` takes it back.`,
    ])
  })
}

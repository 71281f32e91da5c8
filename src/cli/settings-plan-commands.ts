import { cancelPlan, parsePlannedTime, planSettings, showPlanned } from '#shop/settings/planned.server.ts'
import { type JsonOption, printList, printResult, unwrap, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { readableTime } from './table.ts'

/** `settings planned|unplan`. */
export function addPlanCommands(settings: ShopCommand): void {
  settings
    .command('planned')
    .description('what is planned for a time: settings and home pages, the next first')
    .example('settings planned')
    .action((options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const plans = await showPlanned(context, 'owner')
        printList(plans, options, 'Nothing is planned.', () =>
          plans.flatMap(({ id, at, by, changes, problem }) => [
            `${id}  ${readableTime(new Date(at))}  ${by}${problem === null ? '' : `  not done: ${problem}`}`,
            ...changes.map(({ name, from, to }) => `    ${name}: ${from} → ${to}`),
          ]),
        )
      }),
    )
  settings
    .command('unplan <plan>')
    .description('take back what is planned, by its id')
    .example('settings unplan PLAN_ID')
    .option('--json', 'print the id as JSON')
    .action((id: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        unwrap(await cancelPlan(context, context.actor, id))
        printResult({ id }, options, () => ['It isn’t planned any more.'])
      }),
    )
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

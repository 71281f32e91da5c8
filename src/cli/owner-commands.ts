import { readDiskSpace } from '#platform/disk.server.ts'
import { backupPlan } from '#shop/backups/make-backup.server.ts'
import { readBackupStatus } from '#shop/backups/status.server.ts'
import { listDeliveries, resendEvent } from '#shop/events/sql.server.ts'
import { todayLines } from '#shop/owner/mails.server.ts'
import { readToday } from '#shop/owner/today-sql.server.ts'
import {
  CommandError,
  type JsonOption,
  parseCount,
  printError,
  printList,
  printResult,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `today`. */
export function addTodayCommand(program: ShopCommand): void {
  program
    .command('today')
    .description(
      'what needs attention: disputes, orders to pack, exchanges, messages, photos, low stock, and anything stuck',
    )
    .does('GET /today')
    .example('today', 'today --json')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db, config, settings }) => {
        const disk = await readDiskSpace(config.dataDir)
        const backups = await readBackupStatus(db, backupPlan(settings(), config), new Date())
        const today = await readToday(db, settings(), { hasWebhooks: config.webhooks !== null, disk, backups })
        printResult(today, options, () => todayLines(today))
      }),
    )
}

/** `webhooks list|resend`. */
export function addWebhookCommands(program: ShopCommand): void {
  const webhooks = program.command('webhooks').description('events sent to WEBHOOKS_URL')
  webhooks
    .command('list')
    .description('events of the last month with their delivery, newest first')
    .example('webhooks list --waiting')
    .option('--waiting', 'only undelivered ones')
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & { limit: number; waiting?: boolean }) =>
      withMigratedDatabase(async ({ db, config }) => {
        const deliveries = await listDeliveries(db, { limit: options.limit, undelivered: options.waiting === true })
        const isSent = config.webhooks !== null
        const list = deliveries.map(({ data: _, ...shown }) => ({
          ...shown,
          state: shown.state === 'waiting' && !isSent ? 'not sent' : shown.state,
        }))
        printList(list, options, 'No events.')
        if (!isSent) printError('WEBHOOKS_URL isn’t set, so events aren’t sent.')
      }),
    )
  webhooks
    .command('resend <id>')
    .description('resend an event')
    .example('webhooks resend 1024')
    .action((id: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db, config }) => {
        if (config.webhooks === null) throw new CommandError('WEBHOOKS_URL isn’t set, so events aren’t sent.')
        if (!/^\d{1,18}$/.test(id) || !(await resendEvent(db, id))) throw new CommandError(`There is no event ${id}.`)
        printResult({ id }, options, () => [`The running shop will resend event ${id}.`])
      }),
    )
}

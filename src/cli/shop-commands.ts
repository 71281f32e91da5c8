import { endSessions } from '#shop/accounts/sql.server.ts'
import { checkInvariants } from '#shop/checkout/invariants.server.ts'
import { setBanner } from '#shop/home/staff.server.ts'
import { confirm, type JsonOption, printResult, UsageError, unwrap, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `banner set`, `ledger check` and `sessions end`. */
export function addShopCommands(program: ShopCommand): void {
  addBanner(program.command('banner').description('the home page’s banner'))
  addLedger(program.command('ledger').description('the ledger of orders, payments and stock'))
  addSessions(program.command('sessions').description('customers’ logins'))
}

function addBanner(banner: ShopCommand): void {
  banner
    .command('set [url]')
    .description('set the banner to an https URL or a path of this shop; without one, remove it')
    .example('banner set https://pictures.example/sale.jpg', 'banner set')
    .action((url: string | undefined, options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor, invalidateCacheTags }) => {
        const done = unwrap(await setBanner(db, actor, url ?? null))
        await invalidateCacheTags(['banner'])
        printResult(done, options, () => [done.url ? `The banner is ${done.url}.` : 'The banner was removed.'])
      }),
    )
}

function addLedger(ledger: ShopCommand): void {
  ledger
    .command('check')
    .description('check that orders, payments and stock add up (I1, I2 and I4 to I7 of docs/reliability.md)')
    .example('ledger check')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => {
        const report = await checkInvariants(db)
        printResult(report, options, () =>
          report.ok
            ? ['The ledger is consistent.']
            : report.findings.map(({ invariant, subject, message }) => `${invariant}, ${subject}: ${message}`),
        )
        if (!report.ok) process.exitCode = 1
      }),
    )
}

function addSessions(sessions: ShopCommand): void {
  sessions
    .command('end [email]')
    .description('log a customer out everywhere')
    .example('sessions end asha@example.com', 'sessions end --all --yes')
    .option('--all', 'log everybody out')
    .option('--yes', 'with --all: don’t ask')
    .action(async (email: string | undefined, options: JsonOption & { all?: boolean; yes?: boolean }) => {
      if ((email === undefined) !== (options.all === true))
        throw new UsageError('Give one e-mail address, or use --all.')
      if (options.all) await confirm('Every customer will have to log in again.', options)
      return withMigratedDatabase(async ({ db, actor }) => {
        const ended = await endSessions(db, actor, email?.trim().toLowerCase() ?? null)
        printResult({ ended }, options, () => [ended === 1 ? 'Ended 1 session.' : `Ended ${ended} sessions.`])
      })
    })
}

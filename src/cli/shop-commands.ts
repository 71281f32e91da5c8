import { endSessions } from '#shop/accounts/sql.server.ts'
import { checkInvariants } from '#shop/checkout/invariants.server.ts'
import { homeStaffContract } from '#shop/home/staff-contract.ts'
import { describeCashOnItsWay, describeUnsettled } from '#shop/remittances/on-its-way.server.ts'
import { callsOf } from './call-command.ts'
import { confirm, type JsonOption, printResult, UsageError, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `banner`: the home page's. */
export function addBannerCommands(program: ShopCommand): void {
  const banner = program.command('banner').description('the home page’s banner')
  const call = callsOf(
    banner,
    homeStaffContract,
    async () => (await import('#shop/home/staff-handlers.server.ts')).createHomeStaffHandlers,
  )
  call('GET /banner', 'show', { example: '', lines: ({ url }) => url ?? 'There is no banner.' })
  call('PUT /banner', 'set [url]', {
    description: 'set the banner to an https URL or a path of this shop; without one, remove it',
    example: ['https://pictures.example/sale.jpg', ''],
    lines: ({ url }) => (url ? `The banner is ${url}.` : 'The banner was removed.'),
  })
}

/** `ledger check`. */
export function addLedgerCommand(program: ShopCommand): void {
  program
    .command('ledger')
    .description('the ledger of orders, payments and stock')
    .command('check')
    .description('check that orders, payments and stock add up (I1, I2 and I4 to I7 of docs/reliability.md)')
    .example('ledger check')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => {
        const report = await checkInvariants(db)
        const onItsWay = [...(await describeCashOnItsWay(db)), ...(await describeUnsettled(db))]
        printResult({ ...report, onItsWay }, options, () => [
          ...(report.ok
            ? ['The ledger is consistent.']
            : report.findings.map(({ invariant, subject, message }) => `${invariant}, ${subject}: ${message}`)),
          ...onItsWay,
        ])
        if (!report.ok) process.exitCode = 1
      }),
    )
}

/** `sessions end`. */
export function addSessionCommand(program: ShopCommand): void {
  program
    .command('sessions')
    .description('customers’ logins')
    .command('end [email]')
    .description('log a customer out everywhere')
    .does('POST /customers/{id}/sign-out')
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

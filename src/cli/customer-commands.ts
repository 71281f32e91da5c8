import { canonicalEmail } from '#platform/mail/address.ts'
import { formatPrice, paise, toRupees } from '#platform/money.ts'
import { type ForgottenOrLater, forgetWhenPossible, listToForget } from '#shop/accounts/forget-later.server.ts'
import { findAccount } from '#shop/accounts/people-sql.server.ts'
import { exportCustomer, forgetCustomer } from '#shop/accounts/staff.server.ts'
import type { StoreCredit } from '#shop/credit/contract.ts'
import { readCredit } from '#shop/credit/read.server.ts'
import { giveCredit } from '#shop/credit/staff.server.ts'
import { creditStaffContract } from '#shop/credit/staff-contract.ts'
import { findLost } from '#shop/customers/erase.server.ts'
import { listCustomers } from '#shop/customers/list-sql.server.ts'
import { findCustomerEmail } from '#shop/customers/record-sql.server.ts'
import { customersStaffContract } from '#shop/customers/staff-contract.ts'
import { NO_CUSTOMER } from '#shop/customers/staff-labels.ts'
import type { Shop } from '#shop/shop.server.ts'
import { callsOf } from './call-command.ts'
import {
  type CommandContext,
  CommandError,
  confirm,
  type JsonOption,
  parseCount,
  parseReason,
  parseRupees,
  printList,
  printResult,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { tableOf } from './table.ts'

/** `customers`. */
export function addCustomerCommands(program: ShopCommand): void {
  const customers = program
    .command('customers')
    .description('customers with an account, and the data stored about them')
  const call = callsOf(
    customers,
    customersStaffContract,
    async () => (await import('#shop/customers/staff-handlers.server.ts')).createCustomersStaffHandlers,
  )
  customers
    .command('list')
    .description('customers, newest first, with their paid orders')
    .does('GET /customers')
    .example('customers list --find kamble')
    .option('--find <text>', 'only those with this in their name or e-mail address')
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & { find?: string; limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const list = (await listCustomers(db, options)).map(({ spent_paise, created_at, last_order_at, ...one }) => ({
          ...one,
          total: toRupees(paise(spent_paise)),
          since: created_at,
          lastOrder: last_order_at,
        }))
        printList(list, options, 'No customers.')
      }),
    )
  customers
    .command('show <email>')
    .description('what is stored about a person, in numbers')
    .does('GET /customers/{id}')
    .example('customers show asha@example.com')
    .action((email: string, options: JsonOption) =>
      withPeople(async (context) => {
        const data = unwrap(await exportCustomer(context, email))
        const counts = Object.entries(data).map(([what, found]) => ({
          what,
          stored: Array.isArray(found) ? found.length : found === null ? 0 : 1,
        }))
        const byName = Object.fromEntries(counts.map(({ what, stored }) => [what, stored]))
        printResult(byName, options, () => tableOf(counts))
      }),
    )
  customers
    .command('export <email>')
    .description('write everything stored about a person to standard output as JSON')
    .does('GET /customers/{id}/export')
    .example('customers export asha@example.com > asha.json')
    .option('--json', 'always on')
    .action((email: string) =>
      withPeople(async (context) =>
        printResult(unwrap(await exportCustomer(context, email)), { json: true }, () => []),
      ),
    )
  call('GET /customers.csv', 'csv', { example: '> customers.csv' })
  customers
    .command('forget <email>')
    .description('delete what is stored about a person; orders stay for the books, without the person')
    .does('POST /customers/{id}/erase')
    .example('customers forget asha@example.com', 'customers forget asha@example.com --later --yes')
    .option('--later', 'if an order is under way: forget the person by itself as soon as that’s possible')
    .option('--yes', 'don’t ask')
    .action(async (email: string, options: JsonOption & { later?: boolean; yes?: boolean }) => {
      await withPeople(async (context) => {
        const account = await findAccount(context.db, canonicalEmail(email) ?? '')
        const lost = account === null ? [] : await findLost(context.db, account)
        await confirm([...lost, `Forget ${email} for good?`].join(' '), options)
        const done: Omit<ForgottenOrLater, 'waits' | 'undo'> & { waits?: string | null } = unwrap(
          options.later
            ? await forgetWhenPossible(context, context.actor, email)
            : await forgetCustomer(context, context.actor, email),
        )
        const { customer, orders, tags, waits = null } = done
        if (tags.length > 0) await context.invalidateCacheTags(tags)
        if (waits !== null) {
          printResult({ waits }, options, () => [waits, 'The shop does it by itself as soon as it can.'])
          return
        }
        printResult({ customer, orders, lost }, options, () => [
          `${email} is forgotten.${orders > 0 ? ` ${orders} orders are kept for the books, without personal data.` : ''}`,
        ])
      })
    })
  call('POST /customers/{id}/forgive', 'forgive <id>', {
    description: 'let parcels that were refused at a customer’s phone number and address count no more',
    example: ['CUSTOMER_ID', 'asha@example.com'],
    find: async ({ id }, _, { db }) => ({ id: (await findAccount(db, canonicalEmail(String(id)) ?? '')) ?? id }),
    lines: ({ forgiven }) =>
      forgiven === 1 ? '1 refused parcel is forgiven.' : `${forgiven} refused parcels are forgiven.`,
  })
  customers
    .command('credit <id> [amount]')
    .description('a customer’s store credit with its entries, or give them some')
    .does('GET /customers/{id}', 'POST /customers/{id}/credit')
    .example('customers credit asha@example.com', 'customers credit asha@example.com 250 --reason "the late parcel"')
    .option('--reason <text>', 'why; the customer reads it', parseReason)
    .action((who: string, amount: string | undefined, options: JsonOption & { reason?: string }) => {
      const rupees = amount === undefined ? null : parseRupees(amount)
      if ((rupees === null) !== (options.reason === undefined))
        throw new UsageError('To give store credit, say how many rupees, and why: 250 --reason "the late parcel".')
      return withMigratedDatabase(async (context) => {
        const { db, settings } = context
        const id = (await findAccount(db, canonicalEmail(who) ?? '')) ?? who
        if (rupees === null) {
          if ((await findCustomerEmail(db, id)) === null) throw new CommandError(NO_CUSTOMER)
          printCredit(await readCredit(db, id, settings()), options)
          return
        }
        const body = creditStaffContract['POST /customers/{id}/credit'].body.safeParse({ amount: rupees, ...options })
        if (!body.success) throw new UsageError(body.error.issues[0]?.message ?? '')
        const { undo: _, ...credit } = unwrap(await giveCredit(context, id, body.data))
        printCredit(credit, options)
      })
    })
  customers
    .command('to-forget')
    .description('whom the shop will forget as soon as their orders allow, since when, and why not yet')
    .example('customers to-forget')
    .action((options: JsonOption) =>
      withPeople(async (context) => printList(await listToForget(context), options, 'Nobody waits to be forgotten.')),
    )
}

function printCredit({ balance, entries }: StoreCredit, options: JsonOption): void {
  printResult({ balance, entries }, options, () => [
    `${formatPrice(balance)} of store credit.`,
    ...tableOf(
      entries.map(({ at, kind, amount, reason, expiresAt = '' }) => ({ at, kind, amount, reason, expiresAt })),
    ),
  ])
}

/** Runs `work` with what each feature stores of people, which loads all of them. */
function withPeople(work: (context: CommandContext & Pick<Shop, 'people'>) => Promise<void>): Promise<void> {
  return withMigratedDatabase(async (context) => {
    const { PEOPLE } = await import('#shop/handlers.server.ts')
    return work({ ...context, people: PEOPLE })
  })
}

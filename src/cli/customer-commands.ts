import { paise, toRupees } from '#platform/money.ts'
import { type ForgottenOrLater, forgetWhenPossible, listToForget } from '#shop/accounts/forget-later.server.ts'
import { exportCustomer, forgetCustomer } from '#shop/accounts/staff.server.ts'
import { listCustomers } from '#shop/customers/list-sql.server.ts'
import { customersStaffContract } from '#shop/customers/staff-contract.ts'
import type { Shop } from '#shop/shop.server.ts'
import { callsOf } from './call-command.ts'
import {
  type CommandContext,
  confirm,
  type JsonOption,
  parseCount,
  printList,
  printResult,
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
      await confirm(`Forget ${email} for good?`, options)
      await withPeople(async (context) => {
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
        printResult({ customer, orders }, options, () => [
          `${email} is forgotten.${orders > 0 ? ` ${orders} orders are kept for the books, without personal data.` : ''}`,
        ])
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

/** Runs `work` with what each feature stores of people, which loads all of them. */
function withPeople(work: (context: CommandContext & Pick<Shop, 'people'>) => Promise<void>): Promise<void> {
  return withMigratedDatabase(async (context) => {
    const { PEOPLE } = await import('#shop/handlers.server.ts')
    return work({ ...context, people: PEOPLE })
  })
}

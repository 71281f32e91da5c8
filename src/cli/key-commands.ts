import { InvalidArgumentError } from 'commander'
import { systemClock } from '#platform/clock.ts'
import { createKey, endKey } from '#shop/staff/keys.server.ts'
import { listKeys } from '#shop/staff/keys-sql.server.ts'
import { SCOPE_NAMES, type Scope } from '#shop/staff/scope-rules.ts'
import { listStaff } from '#shop/staff/sql.server.ts'
import { CommandError, type JsonOption, printList, printResult, unwrap, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `keys create|list|end`. */
export function addKeyCommands(program: ShopCommand): void {
  const keys = program.command('keys').description('keys of programs that call the API of the staff site')
  keys
    .command('create <name>')
    .description('make a key for a program; it is printed this once')
    .example('keys create "Warehouse" --scopes orders:read,orders:ship --until 2027-03-31')
    .requiredOption('--scopes <scopes>', `what it may do, of ${SCOPE_NAMES.join(', ')}`, parseScopes)
    .requiredOption('--until <day>', 'its last day, in India')
    .option('--json', 'print the key as JSON')
    .action((name: string, { scopes, until, ...options }: JsonOption & { scopes: Scope[]; until: string }) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const owner = (await listStaff(db)).find(({ role, state }) => role === 'owner' && state === 'active')
        if (!owner) throw new CommandError('A key belongs to an owner: `staff invite EMAIL --role owner` first.')
        const context = { db, clock: systemClock }
        const made = unwrap(await createKey(context, actor, { name, scopes, until, staffId: owner.id }))
        printResult(made, options, () => [made.key])
      }),
    )
  keys
    .command('list')
    .description('the keys with their last use')
    .example('keys list')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => printList(await listKeys(db), options, 'No keys.')),
    )
  keys
    .command('end <id>')
    .description('end a key, from its next call on')
    .example('keys end KEY_ID')
    .action((id: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        unwrap(await endKey(db, actor, id))
        printResult({ id }, options, () => [`Key ${id} has ended.`])
      }),
    )
}

function parseScopes(text: string): Scope[] {
  const named = text.split(',').map((one) => one.trim())
  const known = SCOPE_NAMES.filter((name) => named.includes(name))
  if (known.length !== named.length) throw new InvalidArgumentError(`A scope is one of ${SCOPE_NAMES.join(', ')}.`)
  return known
}

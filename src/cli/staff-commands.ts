import { findPerson } from '#shop/staff/sql.server.ts'
import { resetStaff } from '#shop/staff/staff.server.ts'
import { staffSignInContract } from '#shop/staff/staff-contract.ts'
import { callsOf, type Typed } from './call-command.ts'
import {
  type CommandContext,
  CommandError,
  type JsonOption,
  printResult,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `staff`: who may sign in at /admin. */
export function addStaffCommands(program: ShopCommand): void {
  const staff = program.command('staff').description('who may sign in at /admin')
  const call = callsOf(
    staff,
    staffSignInContract,
    async () => (await import('#shop/staff/handlers.server.ts')).createStaffHandlers,
  )
  call('POST /staff', 'invite <email>', {
    description: 'invite somebody: prints a link that lets them in once, within 48 hours',
    example: 'asha@example.com --role packer --name Asha',
    options: { role: 'what they may do', name: 'their name' },
    result: ({ id, link }) => ({ id, link }),
    lines: ({ link }) => link,
  })
  call('GET /staff', 'list', {
    example: '',
    result: ({ items }) => items.map(({ id: _, ...one }) => one),
    none: 'Nobody yet: `staff invite EMAIL --role owner`.',
  })
  call('PATCH /staff/{id}', 'role <email:id> <role>', {
    description: 'change what somebody may do: owner, manager or packer',
    example: 'asha@example.com manager',
    find: byAddress,
    result: ({ staff: changed }) => changed,
    lines: ({ staff: { email, role } }) => `${email} is a ${role} now.`,
  })
  staff
    .command('reset <email>')
    .does('POST /staff/{id}/reset')
    .description('for a lost phone: ends somebody’s sessions and second factors, and prints a new link')
    .example('staff reset asha@example.com')
    .option('--json', 'print the link as JSON')
    .action((email: string, options: JsonOption) =>
      withMigratedDatabase(async ({ db, config, actor }) => {
        const { link } = unwrap(await resetStaff({ db, publicUrl: config.publicUrl }, actor, { email: address(email) }))
        printResult({ link }, options, () => [link])
      }),
    )
  call('DELETE /staff/{id}', 'end <email:id>', {
    example: ['asha@example.com', 'asha@example.com --yes'],
    ask: {
      question: ({ id }) => `This signs ${id} out everywhere, and nobody gets in by this address.`,
      isScriptable: () => true,
    },
    find: byAddress,
    lines: (_, { id }) => `${address(String(id))} can’t sign in any more.`,
  })
}

const address = (email: string) => email.trim().toLowerCase()

/** The id of the member of staff whose address was typed. */
async function byAddress({ id: email }: Typed, _: unknown, { db }: CommandContext) {
  const person = await findPerson(db, { email: address(String(email)) })
  if (!person) throw new CommandError(`There is nobody with the address ${email}.`)
  return { id: person.id }
}

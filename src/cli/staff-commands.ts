import { InvalidArgumentError, Option } from 'commander'
import type { StaffRole } from '#platform/api/identity.ts'
import { findPerson, listStaff } from '#shop/staff/sql.server.ts'
import { changeRole, endStaff, inviteStaff, resetStaff } from '#shop/staff/staff.server.ts'
import {
  type CommandContext,
  CommandError,
  confirm,
  type JsonOption,
  printList,
  printResult,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

const ROLES: readonly StaffRole[] = ['owner', 'manager', 'packer']

/** `staff invite|list|role|reset|end`. */
export function addStaffCommands(program: ShopCommand): void {
  const staff = program.command('staff').description('who may sign in at /admin')
  staff
    .command('invite <email>')
    .description('invite somebody: prints a link that lets them in once, within 48 hours')
    .example('staff invite asha@example.com --role packer --name Asha')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .option('--name <name>', 'their name')
    .option('--json', 'print the link as JSON')
    .action((email: string, { role, name, ...options }: JsonOption & { role: StaffRole; name?: string }) =>
      withMigratedDatabase(async (context) => {
        const invited = unwrap(
          await inviteStaff(staffContext(context), context.actor, { email: address(email), role, name }),
        )
        printResult(invited, options, () => [invited.link])
      }),
    )
  staff
    .command('list')
    .description('who may sign in, with the invited')
    .example('staff list')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await listStaff(db)
        printList(
          list.map(({ id: _, ...one }) => one),
          options,
          'Nobody yet: `staff invite EMAIL --role owner`.',
        )
      }),
    )
  staff
    .command('role <email> <role>')
    .description('change what somebody may do: owner, manager or packer')
    .example('staff role asha@example.com manager')
    .action((email: string, role: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const { id } = await personOf(context, email)
        const { staff: changed } = unwrap(await changeRole(staffContext(context), context.actor, id, parseRole(role)))
        printResult(changed, options, () => [`${changed.email} is a ${changed.role} now.`])
      }),
    )
  staff
    .command('reset <email>')
    .description('for a lost phone: ends somebody’s sessions and second factors, and prints a new link')
    .example('staff reset asha@example.com')
    .option('--json', 'print the link as JSON')
    .action((email: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const { link } = unwrap(await resetStaff(staffContext(context), context.actor, address(email)))
        printResult({ link }, options, () => [link])
      }),
    )
  staff
    .command('end <email>')
    .description('end somebody’s access, at once')
    .example('staff end asha@example.com', 'staff end asha@example.com --yes')
    .option('--yes', 'don’t ask')
    .action(async (email: string, options: JsonOption & { yes?: boolean }) => {
      await confirm(`This signs ${email} out everywhere, and nobody gets in by this address.`, {
        ...options,
        scriptable: true,
      })
      await withMigratedDatabase(async (context) => {
        const { id } = await personOf(context, email)
        unwrap(await endStaff(staffContext(context), context.actor, id))
        printResult({ id }, options, () => [`${address(email)} can’t sign in any more.`])
      })
    })
}

const staffContext = ({ db, config }: CommandContext) => ({ db, publicUrl: config.publicUrl })

const address = (email: string) => email.trim().toLowerCase()

async function personOf({ db }: CommandContext, email: string) {
  const person = await findPerson(db, { email: address(email) })
  if (!person) throw new CommandError(`There is nobody with the address ${email}.`)
  return person
}

function parseRole(text: string): StaffRole {
  const role = ROLES.find((one) => one === text)
  if (!role) throw new InvalidArgumentError(`The role is one of ${ROLES.join(', ')}.`)
  return role
}

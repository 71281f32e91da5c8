import { keysStaffContract } from '#shop/staff/keys-contract.ts'
import { callsOf } from './call-command.ts'
import { CommandError } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `keys`: of programs that call the API of the staff site. */
export function addKeyCommands(program: ShopCommand): void {
  const keys = program.command('keys').description('keys of programs that call the API of the staff site')
  const call = callsOf(
    keys,
    keysStaffContract,
    async () => (await import('#shop/staff/keys.server.ts')).createKeysHandlers,
  )
  call('POST /keys', 'create <name>', {
    example: '"Warehouse" --scopes orders:read,orders:ship --until 2027-03-31',
    options: {
      scopes: 'what it may do, separated by commas; `keys scopes` lists them',
      until: 'its last day, in India',
    },
    async find(_, { ownerId }) {
      if (ownerId === '') throw new CommandError('A key belongs to an owner: `staff invite EMAIL --role owner` first.')
      return {}
    },
    lines: ({ key }) => key,
  })
  call('GET /keys', 'list', { description: 'the keys with their last use', example: '', none: 'No keys.' })
  call('GET /keys', 'scopes', {
    description: 'what a key can allow, with its calls',
    example: '',
    result: ({ scopes }) => scopes,
    lines: ({ scopes }) => scopes.map(({ name, title, calls }) => `${name}  ${title}: ${calls.join(', ')}`),
  })
  call('DELETE /keys/{id}', 'end <id>', { example: 'KEY_ID', lines: (_, { id }) => `Key ${id} has ended.` })
}

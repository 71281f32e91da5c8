import type { Endpoint } from '#platform/api/endpoint.ts'
import type { Shop } from '#shop/shop.server.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { callsOf } from './call-command.ts'
import { CommandError, isRehearsal, type JsonOption, printList, UsageError } from './command.ts'
import { completeCommands, ShopCommand } from './command-tree.ts'
import { SCREEN_CALLS } from './screen-calls.ts'
import type { StaffCall } from './staff-calls.ts'

// Safe cast: the keys of the contract.
const CALLS = Object.keys(staffContract) as StaffCall[]

/** `call` makes whatever call of the staff site is named by its method and path. */
export function addCallCommand(program: ShopCommand): void {
  program
    .command('call [call] [fields...]')
    .description('make a call of the staff site, by its method and path; without one, list them')
    .example('call "POST /orders/FS-10482/refund" --amount 500 --reason "late"', 'call "GET /carriers"', 'call')
    .option('--json', 'as JSON')
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (text: string | undefined, fields: readonly string[], options: JsonOption) => {
      if (text === undefined) return listCalls(options)
      const { name, params } = findCall(text)
      const endpoint: Endpoint = staffContract[name]
      const reason = reasonOf(name)
      if (reason !== undefined) throw new CommandError(`There is no command for this call: ${reason}.`)
      if (endpoint.upload) throw new CommandError('This call takes a file: `--help` shows the command that does.')
      const root = new ShopCommand('call').exitOverride().showHelpAfterError()
      const call = callsOf(root, staffContract, async () => {
        const { createStaffSiteHandlers, PEOPLE } = await import('#shop/handlers.server.ts')
        return (shop: Shop) => createStaffSiteHandlers({ ...shop, people: PEOPLE })
      })
      const command = call(name, 'call', {
        example: '',
        options: Object.fromEntries(Object.keys(params).map((path) => [path, false])),
        find: async () => params,
        ...(endpoint.isSensitive ? { ask: { question: () => `${endpoint.summary}.`, isScriptable: isRehearsal } } : {}),
      })
      completeCommands(root)
      await command.parseAsync([...fields, ...(options.json ? ['--json'] : [])], { from: 'user' })
    })
}

function listCalls(options: JsonOption): void {
  const calls = CALLS.filter((call) => reasonOf(call) === undefined)
  printList(
    calls.map((call) => ({ call, summary: staffContract[call].summary })),
    options,
    '',
  )
}

function reasonOf(name: StaffCall): string | undefined {
  return Object.entries(SCREEN_CALLS).find(([, calls]) => calls.includes(name))?.[0]
}

/** The call whose path, with its variable parts filled in, was typed. */
function findCall(text: string): { name: StaffCall; params: Record<string, string> } {
  for (const name of CALLS) {
    const pattern = name.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}(\\\.\w+)?/g, '(?<$1>[^/]+$2)')
    const match = new RegExp(`^${pattern}$`).exec(text.trim())
    if (match) return { name, params: { ...match.groups } }
  }
  throw new UsageError(`The staff site has no call ${text}. \`call\` lists them.`)
}

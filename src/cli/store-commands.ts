import { openingSentence, openingText } from '#shop/branches/messages.ts'
import { placeText, readPlace } from '#shop/branches/place-text.ts'
import { importStores } from '#shop/branches/staff.server.ts'
import type { StaffStore } from '#shop/branches/staff-contract.ts'
import { branchesStaffContract } from '#shop/branches/staff-contract.ts'
import { readLines } from '#shop/imports/lines.server.ts'
import { errorLine } from '#shop/imports/table-file.server.ts'
import type { WrittenFields } from './assignments.ts'
import { callsOf } from './call-command.ts'
import {
  confirm,
  type JsonOption,
  printResult,
  resolveFile,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

const FIELDS: WrittenFields = {
  name: 'in the list and on the map',
  address: 'with its PIN code',
  place: {
    help: 'latitude and longitude as maps show them, such as 19.0628, 72.8352, or the address of a map',
    read(value) {
      const place = readPlace(value)
      if (place) return { ...place }
      throw new UsageError(`"${value}" isn’t a place such as 19.0628, 72.8352, or the address of a map that shows it.`)
    },
  },
  status: 'Open or Closed',
  phone: 'shoppers call it by a press',
  opening: 'the hours as JSON: [{"days":["Mon","Tue"],"from":"11:00","to":"20:00"}]; after midnight, to is before from',
  hours: 'in words, for stores without opening',
  note: 'a sentence beside the hours',
  'hindi.note': 'the same in Hindi',
  'hindi.hours': 'the hours in words in Hindi',
}

/** `stores`: of the store locator. */
export function addStoreCommands(program: ShopCommand): void {
  const stores = program.command('stores').description('the stores of the store locator')
  const call = callsOf(
    stores,
    branchesStaffContract,
    async () => (await import('#shop/branches/staff-handlers.server.ts')).createBranchesStaffHandlers,
  )
  call('GET /stores', 'list', {
    description: 'the stores in their order',
    example: '',
    none: 'There are no stores.',
    lines: ({ items }) => items.flatMap(storeText),
  })
  call('POST /stores', 'add <name> <assignments...>', {
    description:
      'add a store at the end of the list, as in: "address=12 Johari Bazaar, Jaipur" "place=26.9239, 75.8267"',
    example: '"Neem Jaipur" "address=12 Johari Bazaar, Jaipur 302003" "place=26.9239, 75.8267"',
    written: FIELDS,
    fill: async ({ name, status = 'Open' }) => ({ name, status }),
    result: ({ store }) => store,
    lines: ({ store }) => storeText(store),
  })
  call('PATCH /stores/{id}', 'set <id> <assignments...>', {
    description: 'change fields of a store; an empty value clears (note=)',
    example: 'bandra status=Closed "note=Back in March"',
    written: FIELDS,
    async fill(typed, calls) {
      const hindi = Object.keys(typed).filter((path) => path.startsWith('hindi.'))
      if (hindi.length === 0) return {}
      const store = (await calls.call('GET /stores', {})).items.find(({ id }) => id === typed.id)
      const { note, hours } = store?.hindi ?? {}
      return { 'hindi.note': typed['hindi.note'] ?? note, 'hindi.hours': typed['hindi.hours'] ?? hours }
    },
    result: ({ store }) => store,
    lines: ({ store }) => storeText(store),
  })
  call('POST /stores/{id}/move', 'move <id>', {
    example: 'bandra --to 1',
    options: { to: { flag: '--to <place>', help: 'counted from 1' } },
    show: (_, calls) => calls.call('GET /stores', {}),
    lines: ({ items }) => items.map(({ id, name }, index) => `${index + 1}  ${id}  ${name}`),
  })
  call('DELETE /stores/{id}', 'remove <id>', { example: 'bandra', lines: () => 'Removed.' })
  stores
    .command('import <file>')
    .description('replace all stores with those of a JSON Lines file')
    .does('POST /stores/import')
    .example('stores import stores.jsonl', 'stores import stores.jsonl --dry-run')
    .option('--dry-run', 'only say what would change')
    .option('--yes', 'don’t ask')
    .action(runImport)
  call('GET /stores/file', 'export', {
    description: 'write the stores to standard output as JSON Lines; an example if there are none',
    example: '> stores.jsonl',
  })
}

function storeText({ id, name, status, address, phone, opening, hours, note, ...place }: StaffStore): string[] {
  const details = [address, phone, openingSentence(openingText(opening) || hours, note), placeText(place)]
  return [`${id}  ${name}  ${status}`, ...details.filter((one) => one !== '').map((one) => `  ${one}`)]
}

async function runImport(file: string, options: JsonOption & { dryRun?: boolean; yes?: boolean }): Promise<void> {
  const path = resolveFile(file)
  const { dryRun = false } = options
  if (!dryRun) await confirm('This replaces all stores by those in the file.', { ...options, scriptable: true })
  return withMigratedDatabase(async ({ db, actor, invalidateCacheTags }) => {
    const { undo: _, version: __, ...report } = unwrap(await importStores(db, actor, readLines(path), { dryRun }))
    const isRead = report.errors.length === 0
    if (isRead && !dryRun) await invalidateCacheTags(['branches'])
    const errors = report.errors.map(({ row, ...error }) => ({ line: row, ...error }))
    printResult({ ok: isRead, ...report, errors }, options, () =>
      isRead
        ? [
            ...report.changes.map(({ key, from, to }) => `${key}: ${from ?? 'none'} → ${to ?? 'none'}`),
            `${report.added} new, ${report.changed} changed, ${report.removed} removed, ${report.unchanged} as before.`,
            dryRun
              ? 'Nothing was written (dry run).'
              : report.stores === 1
                ? '1 store was imported.'
                : `${report.stores} stores were imported.`,
          ]
        : [...report.errors.map(errorLine), 'Nothing was imported.'],
    )
    if (!isRead) process.exitCode = 1
  })
}

import { openingSentence, openingText } from '#shop/branches/messages.ts'
import { placeText } from '#shop/branches/place-text.ts'
import { storeLines } from '#shop/branches/read-stores.server.ts'
import { readBranches } from '#shop/branches/sql.server.ts'
import { addStore, changeStore, importStores, moveStore, removeStore } from '#shop/branches/staff.server.ts'
import type { StaffStore } from '#shop/branches/staff-contract.ts'
import { readLines } from '#shop/imports/lines.server.ts'
import { errorLine } from '#shop/imports/table-file.server.ts'
import {
  type CommandContext,
  confirm,
  type JsonOption,
  parseCount,
  printList,
  printResult,
  resolveFile,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { parseNewStore, parseStoreChange, STORE_FIELDS } from './store-fields.ts'

const FIELDS_HELP = [
  '',
  'The fields:',
  ...Object.entries(STORE_FIELDS).map(([name, help]) => `  ${name}: ${help}`),
].join('\n')

/** `stores list|add|set|move|remove|import|export`. */
export function addStoreCommands(program: ShopCommand): void {
  const stores = program.command('stores').description('the stores of the store locator')
  stores
    .command('list')
    .description('the stores in their order')
    .example('stores list')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await readBranches(db)
        printList(list, options, 'There are no stores.', () => list.flatMap(storeText))
      }),
    )
  stores
    .command('add <name> <assignments...>')
    .description(
      'add a store at the end of the list, as in: "address=12 Johari Bazaar, Jaipur" "place=26.9239, 75.8267"',
    )
    .example('stores add "Neem Jaipur" "address=12 Johari Bazaar, Jaipur 302003" "place=26.9239, 75.8267"')
    .addHelpText('after', () => FIELDS_HELP)
    .action((name: string, assignments: string[], options: JsonOption) => {
      const fields = parseNewStore(name, assignments)
      return change(options, async ({ db, actor }) => unwrap(await addStore(db, actor, fields)).store, storeText)
    })
  stores
    .command('set <id> <assignments...>')
    .description('change fields of a store; an empty value clears (note=)')
    .example('stores set bandra status=Closed "note=Back in March"')
    .addHelpText('after', () => FIELDS_HELP)
    .action((id: string, assignments: string[], options: JsonOption) =>
      change(
        options,
        async ({ db, actor }) => {
          const { hindi = {} } = (await readBranches(db)).find((one) => one.id === id) ?? {}
          return unwrap(await changeStore(db, actor, id, { change: parseStoreChange(assignments, hindi) })).store
        },
        storeText,
      ),
    )
  stores
    .command('move <id>')
    .description('move a store to another place in the list')
    .example('stores move bandra --to 1')
    .requiredOption('--to <place>', 'counted from 1', parseCount)
    .action((id: string, options: JsonOption & { to: number }) =>
      change(
        options,
        async ({ db, actor }) => {
          unwrap(await moveStore(db, actor, id, Math.max(1, options.to)))
          return readBranches(db)
        },
        (list) => list.map(({ id, name }, index) => `${index + 1}  ${id}  ${name}`),
      ),
    )
  stores
    .command('remove <id>')
    .description('remove a store')
    .example('stores remove bandra')
    .action((id: string, options: JsonOption) =>
      change(
        options,
        async ({ db, actor }) => {
          unwrap(await removeStore(db, actor, id))
          return { id }
        },
        () => ['Removed.'],
      ),
    )
  addFiles(stores)
}

function addFiles(stores: ShopCommand): void {
  stores
    .command('import <file>')
    .description('replace all stores with those of a JSON Lines file')
    .example('stores import stores.jsonl', 'stores import stores.jsonl --dry-run')
    .option('--dry-run', 'only say what would change')
    .option('--yes', 'don’t ask')
    .action(runImport)
  stores
    .command('export')
    .description('write the stores to standard output as JSON Lines; an example if there are none')
    .example('stores export > stores.jsonl')
    .option('--json', 'print errors as JSON')
    .action(() =>
      withMigratedDatabase(async ({ db }) => {
        process.stdout.write(`${storeLines(await readBranches(db)).join('\n')}\n`)
      }),
    )
}

/** Makes a change, shows it to shoppers, and prints it. */
function change<T>(
  options: JsonOption,
  work: (context: CommandContext) => Promise<T>,
  lines: (done: T) => readonly string[],
): Promise<void> {
  return withMigratedDatabase(async (context) => {
    const done = await work(context)
    await context.invalidateCacheTags(['branches'])
    printResult(done, options, () => lines(done))
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

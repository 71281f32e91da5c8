import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type BackupKeys, NO_KEYS, readKeyFile } from '#platform/backup/encryption.server.ts'
import { type Config, readConfig } from '#platform/config.server.ts'
import { replicaOf } from '#platform/db/connect.server.ts'
import { connectionOf } from '#platform/db/connection.server.ts'
import { checkConnection } from '#platform/db/connection-check.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { openFileStore } from '#platform/files/open-store.server.ts'
import { readableTime } from '#platform/india-time.ts'
import { readVersion } from '#platform/version.server.ts'
import type { RestoredAccess } from '#shop/backups/access-sql.server.ts'
import {
  type BackupContext,
  backUpAsPlanned,
  backUpTo,
  backupPlan,
  type MadeBackup,
} from '#shop/backups/make-backup.server.ts'
import { lackingText } from '#shop/backups/missing-pictures.server.ts'
import { backUpIfDue, readBack } from '#shop/backups/planned.server.ts'
import {
  type RestoreSource,
  restoreIntoDatabase,
  restoreIntoFolder,
  verifyBackup,
} from '#shop/backups/restore.server.ts'
import { listBackups, recordVerification } from '#shop/backups/sql.server.ts'
import {
  type CommandContext,
  CommandError,
  hasDatabase,
  type JsonOption,
  MIGRATIONS,
  parseCount,
  printError,
  printList,
  printResult,
  resolveFile,
  root,
  showProgress,
  UsageError,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

interface KeyOption extends JsonOption {
  keyFile?: string
}

const KEY_HELP = 'a file with keys of age, as `age-keygen -o FILE` writes it'

/** `backup` and `backup verify|list` (CONTRACT part three, Copies). */
export function addBackupCommand(program: ShopCommand): void {
  const backup = program
    .command('backup')
    .description('make a backup of the running shop, with its pictures, where backup.to says, or in one file')
    .example('backup', 'backup --to /mnt/usb/shop.tar', 'backup --to s3://my-backups/shop.tar --key-file key.txt')
    .option('--to <place>', 'a file, or s3://BUCKET/NAME?endpoint=URL&region=REGION')
    .option('--key-file <file>', `encrypt it: ${KEY_HELP}`)
    .option('--due', 'only if the planned backup is due; then also the monthly check')
    .option('--json', 'print the result as JSON')
    .action(runBackup)
  backup
    .command('verify <file>')
    .description('restore a backup into a scratch place and check it, which changes nothing')
    .example('backup verify /mnt/usb/shop.tar')
    .option('--key-file <file>', `its secret key: ${KEY_HELP}`)
    .option('--as-written', 'without the key: only that a planned backup is as it was written, with its pictures')
    .option('--json', 'print the result as JSON')
    .action(runVerify)
  backup
    .command('list')
    .description('the backups that were made, newest first')
    .example('backup list')
    .option('--limit <count>', 'how many', parseCount, 50)
    .option('--json', 'print the list as JSON')
    .action((options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await listBackups(db, options.limit)
        printList(list, options, 'No backup was made yet.')
      }),
    )
}

/** `restore` (CONTRACT part three, Copies). */
export function addRestoreCommand(program: ShopCommand): void {
  program
    .command('restore <file>')
    .description('restore a backup into an empty folder or an empty database')
    .example('restore shop.tar --into ./restored', 'restore shop.tar --database postgres://shop@db.example/shop')
    .option('--into <folder>', 'a new or empty folder, to be the shop’s DATA_DIR')
    .option('--database <url>', 'an empty PostgreSQL database; the pictures go where this shop has its own')
    .option('--key-file <file>', `its secret key: ${KEY_HELP}`)
    .option('--keep-sign-ins', 'for a shop that moves: everybody stays signed in, invitations and API keys go on')
    .option('--despite-ledger', 'restore it although its ledger doesn’t add up')
    .option('--json', 'print the result as JSON')
    .action(runRestore)
}

const typedPath = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)

/** The store of an existing file, and its name there. */
function locateBackup(place: string, openStore: (url: string) => FileStore): { store: FileStore; name: string } {
  return locate(place.startsWith('s3://') ? place : resolveFile(place), openStore)
}

/** A file's store and its name there. A relative path begins at the folder where the command was typed. */
function locate(place: string, openStore: (url: string) => FileStore): { store: FileStore; name: string } {
  if (!place.startsWith('s3://')) {
    const path = typedPath(place)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new CommandError(`${path} is a folder; name a file in it.`)
    return { store: createFolderStore(dirname(path), { isPrivate: true }), name: basename(path) }
  }
  const [, bucket = '', path = '', query = ''] = /^(s3:\/\/[^/?]+)\/?([^?]*)(.*)$/.exec(place) ?? []
  const name = path.split('/').at(-1) ?? ''
  if (name === '') throw new UsageError('Name the file in the bucket: s3://BUCKET/NAME.')
  const folder = path.slice(0, -name.length).replace(/\/$/, '')
  return { store: openStore(`${bucket}/${folder}${query}`), name }
}

const readKeys = async (file: string | undefined): Promise<BackupKeys> =>
  file === undefined ? NO_KEYS : readKeyFile(resolveFile(file))

interface BackupOptions extends KeyOption {
  to?: string
  due?: boolean
}

async function runBackup({ to, keyFile, due, ...options }: BackupOptions): Promise<void> {
  if (to === undefined && keyFile !== undefined)
    throw new UsageError('--key-file needs --to; planned backups are encrypted to the public key in backup.key.')
  await withMigratedDatabase(async (context) => {
    const progress = showBackupProgress()
    const making = { ...backupContext(context), onProgress: progress.show }
    try {
      if (due) {
        const { config, settings } = context
        const scratch = scratchFolder(config)
        const given = { plan: planOf(context), settings: settings(), now: new Date(), scratch, migrations: MIGRATIONS }
        return void (await backUpIfDue(making, { ...given, print: (line) => printError(line) }))
      }
      const made =
        to === undefined
          ? await backUpAsPlanned(making, { to: planOf(context).to, settings: context.settings(), now: new Date() })
          : await backUpTo(making, { ...locate(to, making.openStore), keys: await readKeys(keyFile) })
      progress.done()
      printResult(made, options, () => madeLines(made))
    } finally {
      progress.done()
    }
  })
}

/** The pictures of the demonstration and of new home pages come with the program. */
const BUNDLED = createFolderStore(join(root, 'catalogue/pictures'))
const scratchFolder = ({ dataDir }: Config) => join(dataDir, 'backup-check')
const planOf = ({ settings, config }: CommandContext) => backupPlan(settings(), config)

function backupContext({ db, connection, config }: CommandContext): BackupContext {
  return {
    db,
    connection,
    replica: replicaOf(config),
    pictures: picturesOf(config),
    bundled: BUNDLED,
    version: readVersion(root),
    openStore: opener(config),
  }
}

function sourceOf(store: FileStore, name: string, keys: BackupKeys): RestoreSource {
  return { store, name, keys, migrations: MIGRATIONS, bundled: BUNDLED, print: (line) => printError(line) }
}

function madeLines({
  place,
  name,
  rows,
  pictures,
  bytes,
  encrypted,
  seconds,
  at,
  missing,
  fromReplica,
}: MadeBackup): string[] {
  return [
    `${place}/${name}: ${count(rows)} rows and ${count(pictures)} pictures as of ${readableTime(at)}, ${size(bytes)}${encrypted ? ', encrypted' : ''}${fromReplica ? ', read on the replica' : ''}, in ${Math.ceil(seconds)} s.`,
    ...(missing ? [`It lacks ${lackingText(missing)}. They’re gone from the shop’s pictures, too.`] : []),
  ]
}

interface VerifyOptions extends KeyOption {
  asWritten?: boolean
}

async function runVerify(file: string, { keyFile, asWritten = false, ...options }: VerifyOptions): Promise<void> {
  const config = readConfig(process.env, { root })
  const { store, name } = locateBackup(file, opener(config))
  const progress = showBackupProgress()
  const source = { ...sourceOf(store, name, await readKeys(keyFile)), onProgress: progress.show }
  const checking = asWritten ? readBack(store, name).then(() => null) : verifyBackup(scratchFolder(config), source)
  const checked = await checking.then(
    (restored) => ({ restored, error: null }),
    (error: unknown) => ({ restored: null, error }),
  )
  progress.done()
  const missing = checked.restored?.missing
  const lacking = missing ? `Its rows and other pictures restore, but it lacks ${lackingText(missing)}.` : null
  const problem = checked.error instanceof Error ? checked.error.message : lacking
  // A machine without the shop can check its backups too.
  if (hasDatabase(config))
    await withMigratedDatabase(({ db }) => recordVerification(db, { place: store.place, name, problem }))
  if (checked.error !== null) throw checked.error
  if (checked.restored === null) return printResult({ name }, options, () => [`${name} is as it was written.`])
  if (lacking !== null) throw new CommandError(lacking)
  const { rows, tables, pictures, at } = checked.restored
  printResult(checked.restored, options, () => [
    `Restored into a scratch place and checked: ${count(rows)} rows in ${tables} tables and ${count(pictures)} pictures, as of ${readableTime(at)}.`,
  ])
}

interface RestoreOptions extends KeyOption {
  into?: string
  database?: string
  despiteLedger?: boolean
  keepSignIns?: boolean
}

async function runRestore(file: string, options: RestoreOptions): Promise<void> {
  const { into, database, keyFile, despiteLedger = false, keepSignIns = false } = options
  if ((into === undefined) === (database === undefined))
    throw new UsageError('Say where to: --into FOLDER or --database URL, one of them.')
  const progress = showBackupProgress()
  const { store, name } = locateBackup(file, (address) => opener(readConfig(process.env, { root }))(address))
  const source = {
    ...sourceOf(store, name, await readKeys(keyFile)),
    despiteLedger,
    keepsSignIns: keepSignIns,
    onProgress: progress.show,
  }
  try {
    const restored =
      into === undefined ? await restoreToUrl(database ?? '', source) : await restoreIntoFolder(typedPath(into), source)
    progress.done()
    printResult(restored, options, () => [
      `${restored.missing ? 'Restored' : 'Restored and checked'}: ${count(restored.rows)} rows in ${restored.tables} tables and ${count(restored.pictures)} pictures, as of ${readableTime(restored.at)}.`,
      ...(restored.missing ? [`It lacks ${lackingText(restored.missing)}.`] : []),
      ...(restored.migrated.length > 0 ? [`Its tables were updated: ${restored.migrated.join(', ')}.`] : []),
      ...accessLines(restored.access, { keepSignIns }),
      into === undefined
        ? 'Start the shop with this DATABASE_URL.'
        : `Start the shop with DATA_DIR=${typedPath(into)}.`,
    ])
  } finally {
    progress.done()
  }
}

/** Who can sign in: a backup that somebody changed may name an owner of theirs. */
function accessLines({ owners, people }: RestoredAccess, { keepSignIns }: { keepSignIns: boolean }): string[] {
  return [
    `${people === 1 ? 'One person' : `${count(people)} people`} can sign in at /admin. Owners: ${owners.join(', ') || 'none'}.`,
    keepSignIns
      ? 'Whoever was signed in at the backup’s time still is, and its invitations and API keys go on.'
      : 'Everybody has to sign in again, and invitations and API keys have ended.',
    ...(people > 0 && owners.length === 0 ? ['For a new link of an owner: `staff reset EMAIL`.'] : []),
  ]
}

async function restoreToUrl(url: string, source: RestoreSource) {
  const config = readConfig({ ...process.env, DATABASE_URL: url }, { root })
  const connection = connectionOf(url)
  const database = openDatabase({ connection, log: { warn: () => {} }, max: 1 })
  await checkConnection(database.db, connection).finally(() => database.close())
  return restoreIntoDatabase({ connection, pictures: picturesOf(config) }, source)
}

const opener =
  ({ s3 }: Config) =>
  (address: string) =>
    openFileStore(address, s3, { isPrivate: true })

/** Where this shop has its pictures. */
function picturesOf({ pictures, s3, dataDir }: Config): FileStore {
  return openFileStore(pictures.kind === 's3' ? pictures.url : dataDir, s3)
}

const count = (number: number) => number.toLocaleString('en-IN')
const size = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`)

function showBackupProgress(): { show(done: { rows: number; pictures: number }): void; done(): void } {
  const progress = showProgress('rows and pictures')
  return { show: ({ rows, pictures }) => progress.count(rows + pictures), done: progress.done }
}

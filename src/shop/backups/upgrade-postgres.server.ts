import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import { type Config, ConfigError } from '#platform/config.server.ts'
import { readMajorChange, refuseNewer } from '#platform/db/cluster-version.server.ts'
import { type DataDirLocks, lockDataDir, startEmbedded } from '#platform/db/embedded.server.ts'
import { fetchBinaries } from '#platform/db/former-binaries.server.ts'
import {
  completeSwitch,
  formerOf,
  isSwitching,
  makeDraft,
  removeUpgradeFiles,
  switchClusters,
} from '#platform/db/switch-clusters.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { readVersion } from '#platform/version.server.ts'
import { restoreIntoFolder } from './restore.server.ts'
import { nameBefore } from './rules.ts'
import type { BackupRecord } from './sql.server.ts'
import { backUpBefore, placeOfUpdates } from './update-tables.server.ts'

/** An upgraded database. Paths are absolute. */
export interface UpgradedPostgres {
  from: number
  to: number
  /** The backup that it was restored from. */
  backup: string
  /** Its row for the new database. */
  record: BackupRecord
  /** The former database, which nothing uses any more. */
  former: string
  rows: number
  migrated: string[]
}

interface UpgradeOptions {
  config: Pick<Config, 'database' | 'dataDir' | 'pictures'>
  /** The project's folder. */
  root: string
  /** Prints one line for the operator. */
  print(line: string): void
}

/**
 * Brings the embedded database to the installed major version of PostgreSQL: a backup of the old one, by its own version's
 * programs, is restored into a new one beside it, which then takes its place. The old one stays under another name.
 * Killed at any moment, the old or the new database is in place, or a start puts the new one there.
 * @returns null if there is nothing to do
 * @throws {DataDirBusyError} if the shop or a command is running
 * @throws {ConfigError | BackupError} with one sentence, if it fails; the old database is in place
 */
export async function upgradePostgres(options: UpgradeOptions): Promise<UpgradedPostgres | null> {
  const { config, print } = options
  const { dataDir, database } = config
  if (database.kind !== 'embedded' || !(isSwitching(dataDir) || readMajorChange(dataDir))) return null
  const locks = await lockDataDir(dataDir, { kind: 'command', log: print })
  try {
    completeSwitch(dataDir, print)
    const change = readMajorChange(dataDir)
    if (!change) return null
    refuseNewer(dataDir, change)
    return await upgradeFrom(change, locks, options)
  } finally {
    locks.unlock()
  }
}

async function upgradeFrom(
  { from, to }: { from: number; to: number },
  locks: DataDirLocks,
  { config, root, print }: UpgradeOptions,
): Promise<UpgradedPostgres> {
  const { dataDir } = config
  const former = formerOf(dataDir, from)
  if (existsSync(former))
    throw new ConfigError(`${former} is there from an earlier upgrade: move it elsewhere, and run upgrade again.`)
  const binaries = await fetchBinaries(from, { dataDir, print })
  const name = nameBefore(`postgresql-${to}`, new Date())
  const place = placeOfUpdates(config)
  const backup = join(place, name)
  print(`The database is upgraded from PostgreSQL ${from} to ${to}; a backup is made first: ${backup}`)
  const server = await startEmbedded({ dataDir, log: print, kind: 'command', binaries, locks })
  const record = await backUpBefore({
    connection: server.connection,
    config,
    name,
    version: readVersion(root),
  }).finally(() => server.stop())
  print('The backup is restored into a new database and checked.')
  const { rows, migrated } = await restoreIntoFolder(
    await makeDraft(dataDir),
    {
      store: createFolderStore(place, { isPrivate: true }),
      name,
      keys: NO_KEYS,
      migrations: join(root, 'db/migrations'),
      bundled: null,
      // They are as they were: not what an upgrade is for.
      despiteLedger: true,
      keepsSignIns: true,
      print,
    },
    { pictures: null },
  )
  switchClusters(dataDir, from)
  await removeUpgradeFiles(dataDir)
  return { from, to, backup, record, former, rows, migrated }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '#platform/config.server.ts'
import { findBinaries, majorOf } from './postgres-binaries.server.ts'

/** The major version of PostgreSQL that made a database folder, or null if there is none. */
export function readMajor(cluster: string): number | null {
  try {
    return majorOf(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'))
  } catch {
    return null
  }
}

/** The major versions of a database and of the installed PostgreSQL. */
export interface MajorChange {
  from: number
  to: number
}

/** Those of a data folder, if they differ. */
export function readMajorChange(dataDir: string): MajorChange | null {
  const from = readMajor(join(dataDir, 'postgres'))
  if (from === null) return null
  const to = majorOf(findBinaries().version)
  return from === to ? null : { from, to }
}

/**
 * @throws {ConfigError} with one sentence, if the database is of another major version, which PostgreSQL doesn't open
 */
export function refuseOtherMajor(dataDir: string): void {
  const change = readMajorChange(dataDir)
  if (!change) return
  refuseNewer(dataDir, change)
  throw otherMajor(dataDir, change, 'run `npm run shop -- upgrade`')
}

/** @throws {ConfigError} if the database is newer than the installed PostgreSQL */
export function refuseNewer(dataDir: string, change: MajorChange): void {
  if (change.from > change.to) throw otherMajor(dataDir, change, 'start a newer version of the shop')
}

const otherMajor = (dataDir: string, { from, to }: MajorChange, way: string) =>
  new ConfigError(
    `The database in ${dataDir} is of PostgreSQL ${from}, and this version of the shop brings ${to}: ${way}; nothing was changed.`,
  )

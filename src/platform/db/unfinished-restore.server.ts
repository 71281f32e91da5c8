import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '#platform/config.server.ts'

/** The file in a data folder while a backup is restored into it. */
export const UNFINISHED_RESTORE = 'restore-unfinished'

/**
 * @throws {ConfigError} if a restore into the data folder was interrupted: its shop would be incomplete
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED_RESTORE))) return
  throw new ConfigError(
    `DATA_DIR: a restore into ${dataDir} is under way or was interrupted; run \`restore\` again, which begins anew, or name another folder.`,
  )
}

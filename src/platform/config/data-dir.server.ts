import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '#platform/config.server.ts'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'no folder can be created there',
  ENOTDIR: 'a part of its path is a file',
  EROFS: 'it is read-only',
  ENOSPC: 'there is no space left on its disk',
  ENAMETOOLONG: 'the path is too long',
}

/**
 * Creates the data folder if it is missing, and checks that it is writable.
 * @throws {ConfigError} naming DATA_DIR, if it can't be created or written to
 */
export function makeDataDir(dataDir: string): void {
  try {
    // It has mails, orders and pictures that nobody has approved.
    makeFolder(dataDir, 0o700)
    rmdirSync(mkdtempSync(join(dataDir, '.probe-')))
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be used, ${reasonFor(error)}; name another folder.`)
  }
}

/** Folder by folder, because Node's `recursive` option never returns on file systems such as /proc. */
function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another instance may have created it meanwhile.
    if (!existsSync(folder)) throw error
  }
}

function reasonFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? error.message
}

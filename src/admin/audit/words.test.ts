import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionText } from './words.ts'

const src = join(import.meta.dirname, '../..')

test('every action that the log has is shown in words', () => {
  const written = globSync('shop/**/*.server.ts', { cwd: src }).flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/writeAudit\([^{;]*\{\s*action: '([a-z.-]+)'/g)].map(
      ([, action = '']) => action,
    ),
  )
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter((action) => !/^[A-Z]/.test(actionText(action)))).toEqual([])
})

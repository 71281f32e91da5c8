import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionText } from './labels.ts'

const src = join(import.meta.dirname, '../..')

test('every action that the log has is shown in words', () => {
  const written = globSync('shop/**/*.server.ts', { cwd: src }).flatMap((file) =>
    // Of an entry, which may have one of two actions, or given to a function that writes one.
    [
      ...readFileSync(join(src, file), 'utf8').matchAll(
        /\baction(?::| =) (.*)|\b(?:audit|write|writeIn|writeLine)\(([^()]*)/g,
      ),
    ].flatMap(([value]) => [...value.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, action = '']) => action)),
  )
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter((action) => !/^[A-Z]/.test(actionText(action)))).toEqual([])
})

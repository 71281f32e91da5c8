import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALL } from './handlers.server.ts'

test('every action that the log has is shown in words', () => {
  const written = globSync('**/*.server.ts', { cwd: import.meta.dirname }).flatMap((file) =>
    // Of an entry, which may have one of two actions, or given to a function that writes one.
    [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
        /\baction(?::| =) (.*)|\b(?:audit|write|writeIn|writeLine)\(([^()]*)/g,
      ),
    ].flatMap(([value]) => [...value.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, action = '']) => action)),
  )
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter((action) => !Object.hasOwn(ALL.actions, action))).toEqual([])
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('each of the 48 rules of docs/shopper-rules.md names tests that are there', () => {
  const text = readFileSync(join(root, 'docs/shopper-rules.md'), 'utf8')
  const rules = Array.from(text.matchAll(/^(\d+)\. \*\*.+?\*\*(.*)$/gm), ([, number, rest = '']) => ({
    number: Number(number),
    tests: Array.from(rest.matchAll(/`([^`]+)`: “([^”]+)”/g), ([, file = '', title = '']) => ({ file, title })),
  }))
  expect(rules.map(({ number }) => number)).toEqual(Array.from({ length: 48 }, (_, at) => at + 1))
  expect(rules.filter(({ tests }) => tests.length === 0)).toEqual([])
  const gone = rules.flatMap(({ number, tests }) =>
    tests
      .filter(({ file, title }) => !titlesOf(file).some((one) => one.includes(title)))
      .map((one) => ({ number, ...one })),
  )
  expect(gone).toEqual([])
})

/** The titles of a file's tests, as they are written. */
function titlesOf(file: string): string[] {
  const path = join(root, file)
  if (!existsSync(path)) return []
  const calls = readFileSync(path, 'utf8').matchAll(/\b(?:test|it)\(\s*(['`"])(.+?)\1,/gs)
  return Array.from(calls, ([, , title = '']) => title)
}

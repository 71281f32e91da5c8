import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }))

test('every option has a value: a browser’s translation changes the text that would otherwise be sent', () => {
  const without = sources.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/(?<!`)<option\b(?![^>]*\bvalue=)[^>]*>/g), ([tag]) => `${file}: ${tag}`),
  )
  expect(without).toEqual([])
})

test('texts break with wrap-anywhere: with break-words a long word still widens a grid or flex item', () => {
  const found = sources.filter(({ text }) => /[\s'"`]break-words[\s'"`]/.test(text)).map(({ file }) => file)
  expect(found).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import ts from 'typescript'
import { expect, test } from 'vitest'
import hindi from './hi.json' with { type: 'json' }
import { compareTexts } from './texts.server.ts'

const root = join(import.meta.dirname, '../..')
/** Attributes that are shown or read out to visitors. */
const TEXTS =
  /^(?:aria-(?:label|description|valuetext)|alt|title|label|legend|hint|placeholder|confirmLabel|cancelLabel|line)$/
/** Units, brand names and sample input, which aren't translated. */
const SAME_EVERYWHERE = ['Instagram', 'cm', 'you@example.com']

function unmarked(file: string): string[] {
  const found: string[] = []
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const add = (text: string) => {
    if (/\p{L}{2}/u.test(text) && !SAME_EVERYWHERE.includes(text.trim())) found.push(`${file}: ${text.trim()}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) add(node.text)
    if (ts.isJsxAttribute(node) && TEXTS.test(node.name.getText()) && node.initializer)
      if (ts.isStringLiteral(node.initializer)) add(node.initializer.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The arguments of a message, including those in its branches. */
function argumentsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.argument) return [element.value]
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => argumentsOf(value))]
    return []
  })
}

test('every text of the screens is marked for translation', () => {
  const files = ['src/app', 'src/ui', 'src/shop'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  )
  const screens = files.filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.flatMap(unmarked)).toEqual([])
})

test('every text has a translation, and every translation a text', () => {
  expect(compareTexts(root)).toEqual({ missing: [], stale: [] })
})

test('no text has an HTML entity: in a literal it would be shown as it is', () => {
  expect(Object.entries(hindi).filter((pair) => /&#?\w+;/.test(pair.join()))).toEqual([])
})

test('every translation has the arguments of its text', () => {
  const names = (text: string) => [...new Set(argumentsOf(parse(text, { ignoreTag: true })))].sort().join()
  expect(Object.entries(hindi).filter(([english, translation]) => names(translation) !== names(english))).toEqual([])
})

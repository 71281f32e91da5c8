/**
 * Maps each statement (scripts/statements.mjs) to the tests that would fail without it, and prints the map. A test
 * lists the ids that it proves as tags of its runner: `{ tags: ['S4.12', 'R24'] }` in Vitest, `{ tag: '@S4.12' }` in
 * Playwright. `--check` prints only what is wrong, and fails if a statement has no test or a tag names no statement;
 * `--missing` lists the statements without a test.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { UNTESTED } from './contract.mjs'
import { root } from './ensure.mjs'
import { readStatements } from './statements.mjs'

/** The tests of each statement: `{ id -> ['file: title'] }`. */
function readTests() {
  const tests = new Map()
  for (const folder of ['src', 'tests', 'catalogue']) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !/\.(test|spec)\.tsx?$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      for (const { title, ids } of taggedTests(path))
        for (const id of ids) tests.set(id, [...(tests.get(id) ?? []), `${relative(root, path)}: ${title}`])
    }
  }
  return tests
}

/** The calls of a file whose first argument is a title and whose second has tags with ids. */
function taggedTests(path) {
  const text = readFileSync(path, 'utf8')
  if (!/\btags?: /.test(text)) return []
  const found = []
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const [title, details] = node.arguments
      const tags = details && ts.isObjectLiteralExpression(details) ? details.properties.find(isTags) : undefined
      const ids = Array.from(tags?.getText().matchAll(/'@?([SCRA]\d+(?:\.\d+)?)'/g) ?? [], ([, id]) => id)
      if (ids.length > 0) found.push({ title: title.text ?? title.getText().slice(1, -1), ids })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return found
}

function isTags(property) {
  return /^tags?$/.test(property.name?.getText() ?? '')
}

/** Statements that the contract overrules. Their tests check the contract's version. */
const OVERRULED = { 'S7.31': 'the contract forbids other hosts on public pages (CONTRACT, Pages), so this is not done' }

const sections = readStatements()
const all = Object.values(sections).flat()
const tests = readTests()
const missing = all.filter(({ id }) => !tests.has(id) && !(id in UNTESTED))
const unknown = [...tests.keys()].filter((id) => id in UNTESTED || !all.some((statement) => statement.id === id))

if (process.argv.includes('--check')) {
  for (const { id, text } of missing) console.log(`no test: ${id} ${text}`)
  for (const id of unknown) console.log(`no such statement, or one that is listed as untested: ${id}`)
  if (missing.length > 0 || unknown.length > 0) process.exitCode = 1
} else if (process.argv.includes('--missing')) for (const { id, text } of missing) console.log(`${id}\t${text}`)
else
  for (const [name, statements] of Object.entries(sections)) {
    console.log(`\n# ${name}`)
    for (const { id, text } of statements) {
      const notes = [OVERRULED[id] && `overruled: ${OVERRULED[id]}`, UNTESTED[id] && `no test: ${UNTESTED[id]}`]
      console.log(`\n${id} ${text}`)
      for (const line of [...notes.filter(Boolean), ...(tests.get(id) ?? [])]) console.log(`  ${line}`)
    }
  }
const countTested = (statements) => `${statements.filter(({ id }) => tests.has(id)).length} of ${statements.length}`
for (const [name, statements] of Object.entries(sections)) console.log(`${name}: ${countTested(statements)} have tests`)

/**
 * Maps each statement of docs/specification.md to the tests that would fail without it, and writes docs/conformance.md.
 * A statement is a sentence of a paragraph or list entry, or a row of a table; its id is its section and its number
 * there (S4.12). A test names the ids it proves at the end of its title: `test('… [S4.12 S8.3]', …)`.
 * `--check` fails where a statement has no test, a tag names no statement, or the page is outdated.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure.mjs'

/** The statements in order: `{ id, text }`. */
export function readStatements(text) {
  const statements = []
  let section = 0
  let number = 0
  const add = (sentence) => {
    number++
    statements.push({ id: `S${section}.${number}`, text: sentence.replace(/\s+/g, ' ').trim() })
  }
  for (const line of text.split('\n')) {
    const heading = /^## (\d+)\./.exec(line)
    if (heading) [section, number] = [Number(heading[1]), 0]
    if (section === 0 || /^#|^\s*$|^\|[-| ]+\|$|^\| (Route|Call) \|/.test(line)) continue
    if (line.startsWith('|'))
      add(
        line
          .replace(/^\||\|$/g, '')
          .split('|')
          .map((cell) => cell.trim())
          .join(' — '),
      )
    else for (const sentence of sentencesOf(line.replace(/^- /, ''))) add(sentence)
  }
  return statements
}

/** Cuts at sentence ends, but not inside a quoted text nor after Rs. */
function sentencesOf(line) {
  const quoted = line.replace(/(^|[\s(:])'([^']|'(?=\w))*'/g, (text) => text.replace(/([.!]) /g, '$1\u00a0'))
  return quoted
    .split(/(?<=[.!])(?<!Rs\.)(?<!\be\.g\.) (?=[A-Z])|(?<=[.!]')\s(?=[A-Z])/)
    .map((part) => part.replaceAll('\u00a0', ' '))
    .filter((part) => /\w/.test(part))
}

/** The tests of each statement: `{ id -> ['file: title'] }`. */
function readTests() {
  const tests = new Map()
  for (const folder of ['src', 'tests', 'catalogue']) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !/\.(test|spec)\.tsx?$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      const file = path.slice(root.length + 1)
      for (const [, , title] of readFileSync(path, 'utf8').matchAll(
        /\btest(?:\.\w+)?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gs,
      )) {
        const [, tags = ''] = /\[((?:S\d+\.\d+[ ,]*)+)\]/.exec(title) ?? []
        const name = `${file}: ${title.replace(/\s*\[S[^\]]*\]/, '').replaceAll("\\'", "'")}`
        for (const tag of tags.match(/S\d+\.\d+/g) ?? []) tests.set(tag, [...(tests.get(tag) ?? []), name])
      }
    }
  }
  return tests
}

/** Statements that the contract overrules; their tests show what holds instead. */
const OVERRULED = { 'S7.31': 'the contract forbids other hosts on public pages (CONTRACT, Pages), so this is not done' }

const statements = readStatements(readFileSync(join(root, 'docs/specification.md'), 'utf8'))
const tests = readTests()
const missing = statements.filter(({ id }) => !tests.has(id))
const testedCount = statements.length - missing.length
const unknown = [...tests.keys()].filter((tag) => !statements.some(({ id }) => id === tag))
const notes = (id) => (OVERRULED[id] ? [`**overruled:** ${OVERRULED[id]}`] : [])
const rows = statements.map(
  ({ id, text }) =>
    `| ${id} | ${cell(text)} | ${[...notes(id), ...(tests.get(id) ?? ['**none**'])].map(cell).join('<br>')} |`,
)
const page = `# Conformance

Each statement of [the specification](specification.md) and the tests that would fail without it. Made by
\`node scripts/conformance.mjs\` from the tests' titles; \`--check\` is part of the gate. ${testedCount} of ${statements.length} statements have a test;
overruled by [the contract](contract.md), as their tests show: ${Object.keys(OVERRULED).join(', ')}.

| statement | text | tests |
|---|---|---|
${rows.join('\n')}
`

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

const target = join(root, 'docs/conformance.md')
if (process.argv.includes('--missing')) for (const { id, text } of missing) console.log(`${id}\t${text}`)
if (process.argv.includes('--check')) {
  const isOutdated = readFileSync(target, 'utf8') !== page
  for (const { id, text } of missing) console.log(`no test: ${id} ${text}`)
  for (const id of unknown) console.log(`no such statement: ${id}`)
  if (isOutdated) console.log('docs/conformance.md is outdated: run node scripts/conformance.mjs')
  if (missing.length > 0 || unknown.length > 0 || isOutdated) process.exitCode = 1
} else if (!process.argv.includes('--missing')) writeFileSync(target, page)
console.log(`conformance: ${testedCount} of ${statements.length}`)

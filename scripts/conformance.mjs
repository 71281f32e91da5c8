/**
 * Maps each statement of docs/specification.md (S4.12) and of docs/contract.md (C3.7) to the tests that would fail
 * without it, and writes docs/conformance.md. A statement is a sentence of a paragraph or list entry, or a row of a table;
 * its id is its section and its number there. A test names the ids it proves at the end of its title:
 * `test('… [S4.12 C3.7]', …)`.
 * `--check` fails where a statement has no test, a tag names no statement, or the page is outdated; `--missing` lists the
 * statements without a test.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContract, rowText, UNTESTED } from './contract.mjs'
import { root } from './ensure.mjs'

/** The statements in order: `{ id, text }`. */
function readStatements(text) {
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
    if (line.startsWith('|')) add(rowText(line))
    else for (const sentence of sentencesOf(line.replace(/^- /, ''))) add(sentence)
  }
  return statements
}

/** Splits at the ends of sentences, but not inside a quoted text nor after "Rs." or "e.g.". */
function sentencesOf(line) {
  const quoted = line.replace(/(^|[\s(:])'([^']|'(?=\w))*'/g, (text) => text.replace(/([.!]) /g, '$1\u00a0'))
  return quoted
    .split(/(?<=[.!])(?<!Rs\.)(?<!\be\.g\.) (?=[A-Z])|(?<=[.!]')\s(?=[A-Z])/)
    .map((part) => part.replaceAll('\u00a0', ' '))
    .filter((part) => /\w/.test(part))
}

/** A text that ends with tags: the title of `test`, `it`, or one of their `.each`. */
const TAGGED_TITLE = /(['"`])((?:(?!\1)[^\\\n]|\\.)*?) ?\[((?:[SC]\d+\.\d+ ?)+)\]\1/g

/** The tests of each statement: `{ id -> ['file: title'] }`. */
function readTests() {
  const tests = new Map()
  for (const folder of ['src', 'tests', 'catalogue']) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !/\.(test|spec)\.tsx?$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      const file = path.slice(root.length + 1)
      for (const [, , title, tags] of readFileSync(path, 'utf8').matchAll(TAGGED_TITLE)) {
        const name = `${file}: ${title.replaceAll("\\'", "'")}`
        for (const tag of tags.split(' ')) tests.set(tag, [...(tests.get(tag) ?? []), name])
      }
    }
  }
  return tests
}

/** Statements that the contract overrules; their tests show what holds instead. */
const OVERRULED = { 'S7.31': 'the contract forbids other hosts on public pages (CONTRACT, Pages), so this is not done' }

const statements = readStatements(readFileSync(join(root, 'docs/specification.md'), 'utf8'))
const contract = readContract(readFileSync(join(root, 'docs/contract.md'), 'utf8'))
const all = [...statements, ...contract]
const tests = readTests()
const missing = all.filter(({ id }) => !tests.has(id) && !(id in UNTESTED))
const unknown = [...tests.keys()].filter((tag) => tag in UNTESTED || !all.some(({ id }) => id === tag))
const countTested = (list) => `${list.filter(({ id }) => tests.has(id)).length} of ${list.length}`
const notes = (id) => (OVERRULED[id] ? [`**overruled:** ${OVERRULED[id]}`] : [])
const none = (id) => [UNTESTED[id] ? `**none:** ${UNTESTED[id]}` : '**none**']
const rowsOf = (list) =>
  list
    .map(
      ({ id, text }) =>
        `| ${id} | ${cell(text)} | ${[...notes(id), ...(tests.get(id) ?? none(id))].map(cell).join('<br>')} |`,
    )
    .join('\n')
const page = `# Conformance

Each statement of [the specification](specification.md) and of [the contract](contract.md), and the tests that would
fail without it. Made by \`node scripts/conformance.mjs\` from the tests' titles; \`--check\` is part of the gate.

## The specification

${countTested(statements)} statements have a test; overruled by the contract, as their tests show: ${Object.keys(OVERRULED).join(', ')}.

| statement | text | tests |
|---|---|---|
${rowsOf(statements)}

## The contract

${countTested(contract)} statements of part one have a test. Part two is built in part; its statements have no ids yet.

| statement | text | tests |
|---|---|---|
${rowsOf(contract)}
`

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

const target = join(root, 'docs/conformance.md')
if (process.argv.includes('--missing')) for (const { id, text } of missing) console.log(`${id}\t${text}`)
if (process.argv.includes('--check')) {
  const isOutdated = readFileSync(target, 'utf8') !== page
  for (const { id, text } of missing) console.log(`no test: ${id} ${text}`)
  for (const id of unknown) console.log(`no such statement, or one that is listed as untested: ${id}`)
  if (isOutdated) console.log('docs/conformance.md is outdated: run node scripts/conformance.mjs')
  if (missing.length > 0 || unknown.length > 0 || isOutdated) process.exitCode = 1
} else if (!process.argv.includes('--missing')) writeFileSync(target, page)
console.log(`conformance: specification ${countTested(statements)}, contract ${countTested(contract)}`)

/**
 * What the tests must prove. A statement of docs/specification.md (S4.12) or of part one of docs/contract.md (C3.7) is
 * a sentence of a paragraph or list entry, or a row of a table. Its id is its section and its number there. A rule of
 * docs/shopper-rules.md is R24, one of docs/staff-rules.md A13.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContract, rowText } from './contract.mjs'
import { root } from './ensure.mjs'

/** All statements by document: `{ name: [{ id, text }] }`. */
export function readStatements() {
  const read = (page) => readFileSync(join(root, 'docs', page), 'utf8')
  return {
    'The specification': readSpecification(read('specification.md')),
    'Part one of the contract': readContract(read('contract.md')),
    'What shoppers expect': readRules('R', read('shopper-rules.md')),
    'What the staff site keeps': readRules('A', read('staff-rules.md')),
  }
}

/** The statements of the specification in order: `{ id, text }`. */
function readSpecification(text) {
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

/** Splits at the ends of sentences, but not inside quoted text or after "Rs." or "e.g.". */
function sentencesOf(line) {
  const quoted = line.replace(/(^|[\s(:])'([^']|'(?=\w))*'/g, (text) => text.replace(/([.!]) /g, '$1\u00a0'))
  return quoted
    .split(/(?<=[.!])(?<!Rs\.)(?<!\be\.g\.) (?=[A-Z])|(?<=[.!]')\s(?=[A-Z])/)
    .map((part) => part.replaceAll('\u00a0', ' '))
    .filter((part) => /\w/.test(part))
}

/** The numbered rules of a page. */
function readRules(letter, text) {
  return Array.from(text.matchAll(/^(\d+)\. \*\*(.+?)\*\*/gm), ([, number, rule]) => ({
    id: `${letter}${number}`,
    text: rule,
  }))
}

/** The statements of docs/contract.md, for scripts/conformance.mjs. */

/** Statements of part one without a test, and why. A statement that has a test must not be listed. */
export const UNTESTED = {
  'C1.5': 'takes minutes of a quiet machine; its results stand in docs/performance.md',
  'C1.8': 'needs a quiet machine; measured by hand',
  A40: 'measured by scripts/budgets.mjs in the gate',
}

/** The statements of part one in order: `{ id, text }`. Its sections are counted from 1. */
export function readContract(text) {
  const statements = []
  let section = 0
  let number = 0
  for (const block of blocksOf(text.split('\n# Part two')[0])) {
    if (block.startsWith('## ')) [section, number] = [section + 1, 0]
    if (section === 0 || block.startsWith('#')) continue
    for (const sentence of block.startsWith('|') ? [rowText(block)] : sentencesOf(block.replace(/^- /, ''))) {
      number++
      statements.push({ id: `C${section}.${number}`, text: sentence })
    }
  }
  return statements
}

/** Headings, rows, list entries and paragraphs, each on one line, without header rows of tables and intros of lists. */
function blocksOf(text) {
  return text
    .replace(/^\|.*\|\n\|[-| ]+\|\n/gm, '')
    .split(/\n(?=[#|-])|\n\n+/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '' && !block.endsWith(':'))
}

/** The cells of a table's row in one line. */
export function rowText(row) {
  return row
    .replace(/^\||\|$/g, '')
    .split(' | ')
    .map((cell) => cell.trim())
    .join(' — ')
}

/** Splits at the ends of sentences, but not inside brackets. */
function sentencesOf(line) {
  return line.split(/(?<=[.!])\s(?=[A-Z*`])(?![^(]*\))/)
}

import { expect, test } from 'vitest'
import { type Format, formatText } from './markdown-format.ts'

/** Applies a format to a text in which | marks the selection, and returns the new text likewise. */
function apply(format: Format, marked: string): string {
  const start = marked.indexOf('|')
  const end = Math.max(start, marked.lastIndexOf('|') - 1)
  const text = marked.replaceAll('|', '')
  const { from, to, insert, select } = formatText(format, { text, start, end }, 'words')
  const next = text.slice(0, from) + insert + text.slice(to)
  return `${next.slice(0, select[0])}|${next.slice(select[0], select[1])}|${next.slice(select[1])}`
}

test.each<[Format, string, string]>([
  ['bold', 'a |kurta| b', 'a **|kurta|** b'],
  ['bold', 'a **|kurta|** b', 'a |kurta| b'],
  ['bold', 'a |kurta |b', 'a **|kurta|** b'],
  ['bold', 'a ||', 'a **|words|**'],
  ['link', 'see |our shirts|.', 'see [our shirts](|/categories|).'],
  ['link', 'see |https://example.test/a|', 'see [|words|](https://example.test/a)'],
  ['link', '||', '[|words|](/categories)'],
  ['list', 'x\n|one\ntwo|\ny', 'x\n|- one\n- two|\ny'],
  ['list', '|- one\n- two|', '|one\ntwo|'],
  ['list', '|one\n- two|', '|- one\n- two|'],
  ['list', '|one\n\ntwo|', '|- one\n\n- two|'],
  ['list', 'one\n||\ntwo', 'one\n- ||\ntwo'],
  // The line after a selection that ends with a line break isn't part of it.
  ['list', '|one\n|two', '- one||\ntwo'],
  ['heading', 'Our |table|', '## Our table||'],
  ['heading', '### Our ||table', 'Our table||'],
])('%s of %j', (format, before, after) => {
  expect(apply(format, before)).toBe(after)
})

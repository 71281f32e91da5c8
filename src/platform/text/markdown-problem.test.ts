import { expect, test } from 'vitest'
import { expectLinear, WORST } from '../../../tests/support/worst-texts.ts'
import { leadsElsewhere, markdownProblem } from './markdown.server.ts'

test.each([
  ['[x](javascript:alert(1))', 'link'],
  ['[x][1]\n\n[1]: javascript:alert(1)', 'link'],
  ['[x]\n\n[x]: //evil.example', 'link'],
  ['<javascript:alert(1)>', 'link'],
  ['![x](https://evil.example/x.png)', 'picture'],
  ['![x][1]\n\n[1]: https://evil.example/x.png', 'picture'],
  ['[![x](https://evil.example/x.png)](/categories)', 'picture'],
  ['[x](/categories) [y](https://example.com) <mailto:a@shop.test> [z]({shop.email})', null],
  ['![x](/media/home/table.webp) and [brackets] (that) \\[are](no link)', null],
])('%j', (text, problem) => {
  expect(markdownProblem(text)).toBe(problem)
})

test('a text of 50,000 characters is read in time that grows with its length, whatever it begins over and over', () => {
  for (const part of WORST.markdown) expectLinear(markdownProblem, part, 32_000)
})

test.each([
  ['[x](/categories) ![x](/media/home/table.webp) [y](shirts)', false],
  ['[x](https://evil.example)', true],
  ['[x][1]\n\n[1]: https://evil.example', true],
  ['[x]\n\n[x]: //evil.example', true],
  ['[x](/\\evil.example)', true],
  ['<https://evil.example>', true],
  ['![x][1]\n\n[1]: https://evil.example/x.png', true],
  ['`[x](https://evil.example)` and \\[x](https://evil.example)', false],
])('%j leads to another site: %s', (text, leads) => {
  expect(leadsElsewhere(text)).toBe(leads)
})

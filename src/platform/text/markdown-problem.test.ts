import { expect, test } from 'vitest'
import { markdownProblem } from './markdown.server.ts'

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

const WORST = [
  '[',
  '![',
  '[a](',
  '[a][',
  '[![',
  '**a ',
  '*a_ ',
  '`',
  '<',
  '> ',
  '- ',
  '|a\n',
  '[a]: b\n',
  '&',
  '(',
  '\\',
]

test('a text of 50,000 characters is read in time that grows with its length, whatever it begins over and over', () => {
  const timeOf = (text: string) => {
    const from = performance.now()
    markdownProblem(text)
    return performance.now() - from
  }
  const best = (text: string) => Math.min(...Array.from({ length: 3 }, () => timeOf(text)))
  for (const part of WORST) {
    const [short, long] = [4000, 32_000].map((length) => best(part.repeat(length / part.length)))
    // Eight times the text: a pattern that begins anew at each character takes sixty-four times as long.
    expect(long, part).toBeLessThan(Math.max(short ?? 0, 2) * 32)
  }
})

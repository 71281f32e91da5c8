import { expect } from 'vitest'

/** Beginnings that a pattern or parser may try again at each character. */
const MARKDOWN = [
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
const HTML = [
  '<ul><li>',
  '<table><tr><td>',
  '<b>',
  '<li>a',
  '<ol><li>a',
  '<b>a</b> ',
  '<a href="/products/a">',
  '<!--',
  '<p>[',
]
const PLAIN = [' ', '\n', 'a', ' a', 'a@', 'a.', '-', '1,', '{', '{"a":', '"', 'a:', '/', '\u00e9', '\u0915\u093f']

export const WORST = { markdown: MARKDOWN, html: HTML, all: [...MARKDOWN, ...HTML, ...PLAIN] }

/** So short that it needs no comparison, in microseconds of the processor. */
const SHORT = 20_000

/**
 * Expects that the processor's time grows with a text's length and not with its square, by texts of one length and of eight times
 * that: what begins anew at each character takes sixty-four times as long.
 */
export function expectLinear(read: (text: string) => unknown, part: string, longest: number): void {
  const timeOf = (length: number) => {
    const text = part.repeat(length / part.length)
    const from = process.cpuUsage()
    read(text)
    return process.cpuUsage(from).user
  }
  const best = (length: number) => Math.min(...[1, 2, 3].map(() => timeOf(length)))
  if (timeOf(longest) < SHORT) return
  expect(best(longest), part).toBeLessThan(Math.max(best(longest / 8) * 16, SHORT * 10))
}

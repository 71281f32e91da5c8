import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import type { Language } from './languages.ts'
import { setLanguages, t } from './t.ts'
import { translatePlugin } from './translate-plugin.server.ts'

/** The value of a `t` call in the pages. Its source is built, then evaluated with `value` as the argument. */
function inPages(message: string, value: string | number, language: Language = 'en', translated = message): unknown {
  const { transform } = translatePlugin(language, { [message]: translated })
  if (typeof transform !== 'function') return expect.fail('The plugin has no transform.')
  const code = `import { t } from '#platform/text/t.ts'\nexport default t(${JSON.stringify(message)}, { value: value })`
  // Safe cast: the plugin uses only the parser from its context.
  const result = transform.call({ parse: parseAst } as never, code, 'page.tsx')
  const [, expression = ''] = /export default ([\s\S]*)$/.exec((result as { code: string }).code) ?? []
  return new Function('value', `return ${expression}`)(value)
}

const COUNTED = '{value, plural, =2 {a pair} one {# item} other {# items}}'
const CHOSEN = '{value, select, one {the first} two {the second} other {another}}'

test.each(['en', 'hi'] as const)('pages and server print the same texts (%s)', (language) => {
  setLanguages({ catalogues: {}, current: () => language })
  for (const count of [0, 1, 2, 12, 999, 1234, 123456, 12345678])
    expect(inPages(COUNTED, count, language)).toBe(t(COUNTED, { value: count }))
  for (const choice of ['one', 'two', 'three'])
    expect(inPages(CHOSEN, choice, language)).toBe(t(CHOSEN, { value: choice }))
})

test('a text that only looks like a plural is a plain one', () => {
  expect(inPages("one, plural, or '{'many, select, few: {value}", 3)).toBe('one, plural, or {many, select, few: 3')
  expect(inPages("$'{'value'}` \\ '{value}", 3)).toBe(['$', '{value}` \\ 3'].join(''))
})

test('a translation with an unknown argument, or a text with a number format, fails the build', () => {
  expect(() => inPages('{value} items', 1, 'hi', '{count} items')).toThrow('has no value for')
  expect(() => inPages('{value, number}', 1)).toThrow('format numbers')
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

/** Without classes and link relations. */
const shown = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text }))
    .replace(/ (?:class|rel)="[^"]*"/g, '')
    .replace(/^<div>|<\/div>$/g, '')

test.each([
  ['# One\n## Two\n### Three\ntext', '<h2>One</h2><h2>Two</h2><h3>Three</h3><p>text</p>'],
  ['one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
  ['one  \ntwo\\\nthree', '<p>one<br/>two<br/>three</p>'],
  ['- a\n- b\n  goes on\n\n- c\n\nafter', '<ul><li>a</li><li>b goes on</li><li>c</li></ul><p>after</p>'],
  ['1. a\n2) b\n- c', '<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>'],
  [
    '**bold _and_** *it* 4 * 5 * 6 snake_case_name',
    '<p><strong>bold <em>and</em></strong> <em>it</em> 4 * 5 * 6 snake_case_name</p>',
  ],
  ['\\*no\\* \\_no\\_ \\[no](x)', '<p>*no* _no_ [no](x)</p>'],
  [
    '[a](https://a.example/?b=1&c) [m](mailto:a@b.example) [c](/contact-us)',
    '<p><a href="https://a.example/?b=1&amp;c">a</a> <a href="mailto:a@b.example">m</a> <a href="/contact-us">c</a></p>',
  ],
  ['[date] is a word', '<p>[date] is a word</p>'],
  ['', ''],
])('%j', (text, html) => {
  expect(shown(text)).toBe(html)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a](http://evil.example)',
])('%j becomes no element and no link', (text) => {
  expect(shown(text)).not.toMatch(/<(?!\/?p>)|href/)
})

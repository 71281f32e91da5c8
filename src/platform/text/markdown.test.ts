import { expect, test } from 'vitest'
import { markdownHtml, markdownPage, markdownWords } from './markdown.server.ts'

const shown = (text: string, options = {}) => markdownHtml(text, options).replace(/ rel="[^"]*"|\n/g, '')

test.each([
  ['one\ntwo\n\nthree', '<p>onetwo</p><p>three</p>'],
  ['one  \ntwo\\\nthree', '<p>one<br>two<br>three</p>'],
  ['1. a\n2. b\n\n- c', '<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>'],
  [
    '**bold _and_** *it* 4 * 5 snake_case_name',
    '<p><strong>bold <em>and</em></strong> <em>it</em> 4 * 5 snake_case_name</p>',
  ],
  ['\\*no\\* \\[no](x) [date] a', '<p>*no* [no](x) [date] a</p>'],
  ['    four spaces', '<p>four spaces</p>'],
  [
    '[a](https://a.example/?b=1&c) [m](mailto:a@b.example) [c](/contact-us)',
    '<p><a href="https://a.example/?b=1&amp;c">a</a> <a href="mailto:a@b.example">m</a> <a href="/contact-us">c</a></p>',
  ],
  [
    '| What | Where |\n|---|--:|\n| Tee | Shelf |',
    '<table><thead><tr><th>What</th><th align="right">Where</th></tr></thead><tbody><tr><td>Tee</td><td align="right">Shelf</td></tr></tbody></table>',
  ],
  [
    '![Our "table"](/media/home/a.webp?v=1) ![b](/icon-512.png)',
    '<p><img src="/media/home/a.webp?v=1&amp;w=1080" alt="Our &quot;table&quot;" loading="lazy"> <img src="/icon-512.png" alt="b" loading="lazy"></p>',
  ],
  ['', ''],
])('%j', (text, html) => {
  expect(shown(text)).toBe(html)
})

test('each line of a paragraph can be a line', () => {
  expect(shown('one\ntwo', { keepsLines: true })).toBe('<p>one<br>two</p>')
})

test.each([
  ['# One\n## Two\n### Three\n# Four', ['h2', 'h3', 'h4', 'h2']],
  ['### One\n###### Two\n#### Three\n# Four', ['h2', 'h3', 'h3', 'h2']],
  ['One\n===\nTwo\n---', ['h2', 'h3']],
  ['# a\n## a\n### a\n#### a\n##### a\n###### a', ['h2', 'h3', 'h4', 'h5', 'h6', 'h6']],
])('headings of %j begin below the page’s own and skip no level', (text, levels) => {
  expect(Array.from(shown(text).matchAll(/<(h\d)>[^<]*<\/\1>/g), ([, level]) => level)).toEqual(levels)
})

test('a heading of the first level at the start is the page’s title', () => {
  expect(markdownPage('# About *Neem*\n\n### Who\n\nWe.')).toEqual({
    title: 'About Neem',
    html: '<h2>Who</h2>\n<p>We.</p>\n',
  })
  expect(markdownPage('## Who\n\n# We')).toEqual({ title: '', html: '<h2>Who</h2>\n<h2>We</h2>\n' })
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<div style="position:fixed">\n\n**a**',
  '[a](javascript:alert(1))',
  '[a](JAVA&#115;CRIPT:alert(1))',
  '[a](data:text/html,x)',
  '[a](//evil.example)',
  '[a](ftp://evil.example)',
  '<javascript:alert(1)>',
  '![a](https://evil.example/a.png)',
  '![a](//evil.example/a.png)',
  '[a]: javascript:alert(1)\n\n[a]',
])('%j becomes no element but text and no address', (text) => {
  expect(shown(text)).not.toMatch(/<(?!\/?(?:p|strong)>)| (?:href|src|style)="/)
})

test('a backslash does not lead to another host', () => {
  const [, href = ''] = /href="([^"]*)"/.exec(shown('[a](/\\evil.example)')) ?? []
  expect(new URL(href, 'https://shop.example').host).toBe('shop.example')
})

test('words are the text of each block on a line of its own', () => {
  expect(markdownWords('# A *b*\n\none\ntwo\n\n- c &amp; \\*d\\*\n- ![e](/e.png)\n\n| f | g |\n|---|---|')).toBe(
    'A b\none two\nc & *d*\ne\nf\ng',
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownHtml, markdownWords } from '#platform/text/markdown.server.ts'
import { readHtmlDescription } from './html-description.server.ts'

const markdownOf = (html: string) => readHtmlDescription(html).descriptionMarkdown
const shown = (html: string) =>
  markdownHtml(markdownOf(html) ?? '', { keepsLines: true }).replace(/ rel="[^"]*"|\n/g, '')
/** The words that a shopper reads. */
const wordsIn = (html: string) => {
  const { description, descriptionMarkdown } = readHtmlDescription(html)
  return (descriptionMarkdown ? markdownWords(descriptionMarkdown, { keepsLines: true }) : description).replace(
    /\s+/g,
    '',
  )
}

test('paragraphs, lists, emphasis and links to the shop’s own former pages are kept', () => {
  const html = `<h2>The shirt</h2><p>A <b>linen</b> shirt &amp; <em>more</em>,
for <strong><i>slow</i> days</strong>.<br>Or not.</p>
<ul><li>Two pockets</li><li><p>Made in <a href="/collections/all/products/a_(b)?x=1">Mumbai</a> by <a href="https://example.com/products/a">them</a></p></li></ul><ol><li>One</li></ol>`
  expect(markdownOf(html)).toBe(
    `**The shirt**

A **linen** shirt & *more*, for ***slow*** **days**.
Or not.

- Two pockets
- Made in [Mumbai](/collections/all/products/a_%28b%29) by them

1. One`,
  )
  expect(shown(html)).toBe(
    '<p><strong>The shirt</strong></p><p>A <strong>linen</strong> shirt &amp; <em>more</em>, for <em><strong>slow</strong></em> <strong>days</strong>.<br>Or not.</p><ul><li>Two pockets</li><li>Made in <a href="/collections/all/products/a_%28b%29">Mumbai</a> by them</li></ul><ol><li>One</li></ol>',
  )
  expect(markdownWords(markdownOf(html) ?? '', { keepsLines: true }).split('\n')).toEqual([
    'The shirt',
    'A linen shirt & more, for slow days.',
    'Or not.',
    'Two pockets',
    'Made in Mumbai by them',
    'One',
  ])
})

test('emphasis that ends in a sign keeps a distance from the next word', () => {
  expect(markdownOf('<b>Fabric:</b>cotton, a<i>(new)</i>')).toBe('**Fabric:** cotton, a *(new)*')
})

test('a text without lists, links and emphasis stays plain', () => {
  expect(readHtmlDescription('<p>One &amp; two.</p>\n<p>5 * 3 * 2</p>')).toEqual({
    description: 'One & two.\n5 * 3 * 2',
  })
  expect(readHtmlDescription('- not a list')).toEqual({ description: '- not a list' })
})

test('scripts, frames, pictures and links to other sites are removed', () => {
  const html = `<b>Hi</b><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">one</a>
<a href="http://example.com">two</a><a href="https://me:pw@example.com">three</a><style>p{}</style><iframe src="//x">in</iframe>
<a href="//x.example/products/a">six</a><a href="/\\x.example/products/a">seven</a><svg><a href="https://x.example">four</a></svg>&lt;script&gt;alert(2)&lt;/script&gt;[five](javascript:alert(3))`
  expect(shown(html)).not.toMatch(/<a|<script|<img|<iframe|href|alert\(1\)|four|p\{\}/)
  expect(shown(html)).toContain('&lt;script&gt;alert(2)&lt;/script&gt;[five](javascript:alert(3))')
})

test('every word of the HTML is kept, whatever Markdown characters it contains', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '*', '_', '[', ']', '(', ')', '\\', '-', '1', '.', '#', '`'),
    minLength: 1,
  })
  fc.assert(
    fc.property(text, text, (one, two) => {
      expect(wordsIn(`<p>${one}</p><p>x<b>${two}</b>y</p><b>z</b>`)).toBe(`${one}x${two}yz`.replace(/\s+/g, ''))
    }),
  )
})

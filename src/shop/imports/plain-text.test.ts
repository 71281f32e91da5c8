import { expect, test } from 'vitest'
import { expectLinear, WORST } from '../../../tests/support/worst-texts.ts'
import { readHtmlDescription } from './html-description.server.ts'
import { MAX_HTML, plainText } from './plain-text.server.ts'

test.each([
  ['<p>One</p><p>Two&nbsp;&amp; <b>three</b></p>', 'One\nTwo & three'],
  ['One<br>Two<br />\n Three<li>Four</li>', 'One\nTwo\nThree\nFour'],
  ['<style>p{}</style><script>alert("<p>")</script>Tee', 'Tee'],
  ['5 < 6 and 7 > 2 &lt;b&gt; &#0;&#65;&#xA0;&bogus;', '5 < 6 and 7 > 2 <b> A &bogus;'],
  ['  a \t b  \r\n\r\n  c ', 'a b\nc'],
  ['<!-- no --><p>a', 'a'],
])('%j as plain text', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test.each([
  '<',
  '<br ',
  ' \n',
  '\n',
  '<a>',
  '<b>',
  '<b> </b>',
  '<ul><li>',
  '&',
  '<!--',
  '<p>x',
  '*',
  '</p>',
  '<a href="/products/x">y',
])('of a million characters of %j only so much is read', (part) => {
  const longest = part.repeat(MAX_HTML / part.length)
  expect(readHtmlDescription(longest).description.length).toBeLessThanOrEqual(MAX_HTML)
  const longer = part.repeat(1_000_000 / part.length)
  // The import refuses a description of this length and names its row.
  expect(readHtmlDescription(longer)).toEqual({ description: longer })
  expect(plainText(longer).length).toBeLessThanOrEqual(MAX_HTML)
})

test('HTML is read in time that grows with its length', () => {
  for (const part of WORST.all) {
    expectLinear(readHtmlDescription, part, MAX_HTML)
    expectLinear(plainText, part, MAX_HTML)
  }
})

test('no word is lost that is nested deeper than a parser follows', () => {
  const deep = (words: string) => `${'<div><b>'.repeat(1000)}${words}${'</b></div>'.repeat(1000)}`
  expect(plainText(`${deep('one')}<p>two</p>${deep('three')}`)).toBe('one\ntwo\nthree')
})

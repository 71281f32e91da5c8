import { expect, test } from 'vitest'
import { LOGO_FORMS, logoFile, readLogo } from './logo-rules.ts'

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="#123456"/></svg>'
const within = (part: string) => DRAWING.replace('</svg>', `${part}</svg>`)

/** The stored logo, or null. */
const stored = (text: string) => {
  const read = readLogo(text)
  return 'logo' in read ? read.logo : null
}

test('a plain drawing stays as it is, without declaration and comments', () => {
  expect(stored(DRAWING)).toBe(DRAWING)
  expect(stored(`<?xml version="1.0"?>\n<!-- by hand -->\n${DRAWING}\n`)).toBe(DRAWING)
  const gradient = within(
    "<defs><linearGradient id='a'><stop offset='0'/></linearGradient></defs><circle r='1' fill='url(#a)'/>",
  )
  expect(stored(gradient)).toContain('<circle r="1" fill="url(#a)"/>')
})

test.each([
  '<g fill="currentColor" stroke="rgb(10, 20%, 3)" stroke-width="1.5px" opacity=".5"/>',
  '<g transform="translate(1 -2.5) rotate(45,1e1,2), scale(.5)" fill="hsla(20, 10%, 4%, .5)"/>',
  '<g clip-path="url(#a.b-c)" mask="none" fill="url(#a) #fff" stroke-dasharray="1,2 3%"/>',
  '<use xlink:href="#a" href="#b" preserveAspectRatio="xMidYMid meet"/>',
  '<path d="M1-2.5e-3,4 A1 1 0 0 1 2,3z"/>',
])('%s stays', (part) => {
  expect(stored(within(part))).toBe(within(part))
})

test.each([
  '<script>alert(1)</script>',
  '<script href="https://evil.example/a.js"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<metadata><rdf:RDF/></metadata>',
  '<sodipodi:namedview><text>guides</text></sodipodi:namedview>',
])('%s goes, with what is in it', (part) => {
  expect(stored(within(part))).toBe(DRAWING)
})

test.each([
  ['<text x="1">Neem</text>', 'convert the text to paths'],
  ['<g><text><tspan>Neem</tspan></text></g>', 'convert the text to paths'],
  ['<style>.a{fill:#123456}</style>', 'presentation attributes'],
  ['<style>@import url(https://evil.example/a.css);</style>', 'presentation attributes'],
  ['<image href="https://evil.example/a.png"/>', '<image>'],
  [
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></body></foreignObject>',
    '<foreignObject>',
  ],
  ['<a href="javascript:alert(1)"><path d="M0 0h1"/></a>', '<a>'],
  ['<iframe src="https://evil.example/"></iframe>', '<iframe>'],
])('a drawing that would lose %s is refused, with the reason', (part, reason) => {
  expect(readLogo(within(part))).toEqual({ problem: expect.stringContaining(reason) })
})

test('the colours of a style attribute stay', () => {
  const drawn = stored(
    within('<path d="M0 0" style="fill:#0d5c4a; stroke:none; font-family:x; mask:url(//evil.example)"/>'),
  )
  expect(drawn).toContain('<path d="M0 0" fill="#0d5c4a" stroke="none"/>')
})

test.each([
  '<g onclick="alert(1)"/>',
  '<g style="background:url(https://evil.example)"/>',
  '<use href="https://evil.example/a.svg#a"/>',
  '<use xlink:href="data:image/svg+xml,x"/>',
  '<rect fill="url(https://evil.example/a)"/>',
  '<g fill="&#106;avascript"/>',
  '<rect fill="u\\72l(https://evil.example/a)"/>',
  '<rect fill="src(https://evil.example/a)"/>',
  '<rect fill="image-set(\'https://evil.example/a\' 1x)"/>',
  '<rect fill="url(#a) url(https://evil.example/a)"/>',
  '<rect fill="url(//evil.example)"/>',
  '<g xmlns="http://www.w3.org/1999/xhtml"/>',
  '<g xmlns:xlink="http://www.w3.org/2000/svg"/>',
  '<g mask="url(https://evil.example/a#b)"/>',
  '<g transform="url(https://evil.example/a)"/>',
  '<g stroke-width="var(--x, url(https://evil.example))"/>',
  '<g id="a:b"/>',
])('of %s the attribute goes', (part) => {
  expect(stored(within(part))).toMatch(/<(?:g|use|rect)\/><\/svg>$/)
})

test.each([
  'no drawing',
  '<html></html>',
  DRAWING.replace('</svg>', ''),
  within('<g><path d="M0 0"></g>'),
  within('<g>'),
  DRAWING.slice(0, -1),
  DRAWING + DRAWING,
  DRAWING.replace(' viewBox="0 0 10 10"', ''),
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>',
  '<svg viewBox="0 0 1 1"></svg>',
  `<svg viewBox="0 0 1 1"><path d="${'M0 0'.repeat(20_000)}"/></svg>`,
  'data:image/png;base64,PHN2Zz4=',
  'data:text/html;base64,iVBORw0KGgo',
])('%.40s is refused', (text) => {
  expect(stored(text)).toBeNull()
})

test('a PNG may be as large as the message says', () => {
  const [, kilobytes = ''] = /PNG of at most (\d+) KB/.exec(LOGO_FORMS) ?? []
  const png = (bytes: number) => {
    const body = Buffer.concat([Buffer.from('89504e470d0a1a0a0000', 'hex'), Buffer.alloc(bytes - 10, 7)])
    return stored(`data:image/png;base64,${body.toString('base64')}`)
  }
  expect(png(Number(kilobytes) * 1000)).not.toBeNull()
  expect(png((Number(kilobytes) + 1) * 1000)).toBeNull()
})

test('a PNG stays as it is, and is served as one', () => {
  const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')}`
  expect(stored(png)).toBe(png)
  expect(logoFile(png)).toMatchObject({ type: 'image/png', body: expect.any(Buffer) })
  expect(logoFile(DRAWING).type).toBe('image/svg+xml')
})

/** Each level refers to the one before it ten times. */
function nested(levels: number, define: (id: string, inner: string) => string, refer: (id: string) => string): string {
  const parts = Array.from({ length: levels }, (_, level) => define(`l${level + 1}`, refer(`l${level}`).repeat(10)))
  return within(`<g id="l0"><path d="M0 0h1"/></g>${parts.join('')}${refer(`l${levels}`)}`)
}

test.each([
  [
    'use',
    nested(
      6,
      (id, inner) => `<g id="${id}">${inner}</g>`,
      (id) => `<use href="#${id}"/>`,
    ),
  ],
  [
    'symbol',
    nested(
      6,
      (id, inner) => `<symbol id="${id}">${inner}</symbol>`,
      (id) => `<use xlink:href="#${id}"/>`,
    ),
  ],
  [
    'mask',
    nested(
      6,
      (id, inner) => `<mask id="${id}">${inner}</mask>`,
      (id) => `<rect width="1" mask="url(#${id})"/>`,
    ),
  ],
  [
    'clipPath',
    nested(
      6,
      (id, inner) => `<clipPath id="${id}">${inner}</clipPath>`,
      (id) => `<rect style="clip-path:url(#${id})"/>`,
    ),
  ],
  ['itself', within('<g id="a"><use href="#a"/></g>')],
  ['each other', within('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
])('a short drawing of millions of elements is refused: %s', (_, drawing) => {
  expect(drawing.length).toBeLessThan(5_000)
  expect(readLogo(drawing)).toEqual({ problem: expect.stringContaining('too many times') })
})

test('a drawing that shows a part again stays', () => {
  const twice = nested(
    1,
    (id, inner) => `<g id="${id}">${inner}</g>`,
    (id) => `<use href="#${id}"/>`,
  )
  expect(stored(twice)).toBe(twice)
})

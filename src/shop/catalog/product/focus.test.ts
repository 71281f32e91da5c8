import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { splitFocus, withFocus } from './focus.ts'

test('a focus is written behind an address and read from it, whatever the address has', () => {
  for (const src of [
    '/media/a/b.webp?v=1a2b',
    '/media/a/b.webp',
    'https://cdn.example/b.jpg',
    'https://cdn.example/b.jpg?v=3',
    'https://cdn.example/b.jpg#top',
  ]) {
    const focused = withFocus(src, { x: 30, y: 100 })
    expect(splitFocus(focused)).toEqual({ src, focus: { x: 30, y: 100 } })
    expect(withFocus(focused, { x: 0, y: 10 })).toBe(withFocus(src, { x: 0, y: 10 }))
    expect(withFocus(focused, null)).toBe(src)
    expect(withFocus(src, { x: 50, y: 50 })).toBe(src)
    expect(splitFocus(src)).toEqual({ src, focus: null })
    expect(URL.canParse(focused, 'https://shop.example')).toBe(true)
  }
  expect(withFocus('/media/b.webp?v=1', { x: 34, y: 101 })).toBe('/media/b.webp?v=1&focus-x=30&focus-y=100')
})

test('the style sheet places each focus that can be written', () => {
  const css = readFileSync(new URL('../../../ui/focus.css', import.meta.url), 'utf8')
  for (let part = 0; part <= 100; part += 10)
    for (const axis of ['x', 'y'])
      if (part !== 50) expect(css).toContain(`img[src*="focus-${axis}=${part}"] {\n  --focus-${axis}: ${part}%;`)
})

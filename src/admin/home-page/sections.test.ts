import { expect, test } from 'vitest'
import { pictureOf } from './sections.ts'

test.each([
  ['its own', { type: 'hero', picture: '/media/a.webp' }, '/media/a.webp'],
  ['its first tile’s', { type: 'tiles', tiles: [{ name: 'Men', picture: '/media/b.webp' }] }, '/media/b.webp'],
  ['the first of several', { type: 'instagram', pictures: [{ picture: '/media/c.webp' }] }, '/media/c.webp'],
  ['none yet', { type: 'hero', picture: '' }, ''],
  ['never one', { type: 'banner' }, ''],
])('the picture of a section is %s', (_, section, picture) => {
  expect(pictureOf(section)).toBe(picture)
})

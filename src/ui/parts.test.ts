import { expect, test } from 'vitest'
import { pictureAt, pictureSrcSet } from './picture.tsx'
import { stepState } from './progress-steps.tsx'
import { nextIndex } from './tabs.tsx'

test('a picture of the shop has all widths in srcset, one of another host has none', () => {
  expect(pictureAt('/media/tee/front.webp?v=ab12', 360)).toBe('/media/tee/front.webp?v=ab12&w=360')
  expect(pictureAt('/media/tee/front.webp', 180)).toBe('/media/tee/front.webp?w=180')
  expect(pictureSrcSet('/media/a.webp?v=1')).toBe(
    '/media/a.webp?v=1&w=180 180w, /media/a.webp?v=1&w=360 360w, /media/a.webp?v=1&w=540 540w, ' +
      '/media/a.webp?v=1&w=720 720w, /media/a.webp?v=1&w=1080 1080w',
  )
  expect(pictureSrcSet('https://cdn.example/a.jpg')).toBeUndefined()
})

test('steps are done up to the current one', () => {
  expect([0, 1, 2, 3].map((step) => stepState(step, 2, false))).toEqual(['done', 'done', 'current', 'next'])
  expect([0, 3].map((step) => stepState(step, 4, false))).toEqual(['done', 'done'])
  expect(stepState(1, 1, true)).toBe('cancelled')
})

test('arrow keys move around the tabs, Home and End to the ends, other keys do nothing', () => {
  expect(nextIndex('ArrowRight', 1, 2)).toBe(0)
  expect(nextIndex('ArrowLeft', 0, 2)).toBe(1)
  expect(nextIndex('End', 0, 3)).toBe(2)
  expect(nextIndex('Home', 2, 3)).toBe(0)
  expect(nextIndex('Tab', 0, 3)).toBeNull()
})

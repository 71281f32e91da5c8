import { expect, test } from 'vitest'
import { changeLabel, changeText } from './labels.ts'

test('what an import changes is named as on the product’s page, what has a name of its own by that', () => {
  expect(['price', 'colors', 'scheduled', 'variant K-1', 'picture a/front.webp'].map(changeLabel)).toEqual([
    'Price',
    'Colours',
    'Scheduled changes',
    'Variant K-1',
    'Picture a/front.webp',
  ])
})

test('values are written for people: money, states, planned changes and pictures, and long ones are cut', () => {
  expect(changeText('price', 1799)).toBe('Rs. 1,799')
  expect(changeText('gsm', 180)).toBe('180')
  expect(changeText('mrp', null)).toBe('–')
  expect(changeText('state', 'hidden')).toBe('Hidden')
  expect(changeText('colors', ['Red', 'Blue'])).toBe('Red, Blue')
  expect(
    changeText('scheduled', [
      { at: '2027-03-01T18:30:00.000Z', price: 1299, mrp: null },
      { at: '2027-03-05T18:30:00.000Z', state: 'archived' },
    ]),
  ).toBe('2 Mar 2027, 00:00: Rs. 1,299; 6 Mar 2027, 00:00: Archived')
  expect(changeText('picture a.webp', { src: '/media/a.webp', color: 'Red', view: 'front', alt: '' })).toBe(
    'Red, front',
  )
  expect(changeText('measurements', { M: 52 })).toBe('{"M":52}')
  expect(changeText('description', 'x'.repeat(500))).toHaveLength(201)
})

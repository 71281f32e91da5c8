import { describe, expect, test } from 'vitest'
import { FILTER_OPTIONS } from '../rules.ts'
import { familyOfName, familyOfShade, lookOf } from './look.server.ts'

test.each([
  ['Indigo', 'Blue'],
  ['Mustard', 'Yellow'],
  ['Rani Pink', 'Pink'],
  ['Off White', 'White'],
  ['off-white', 'White'],
  ['Bottle Green', 'Green'],
  ['Rust', 'Red'],
  ['Peach', 'Pink'],
  ['Lavender', 'Purple'],
  ['Sky Blue', 'Blue'],
  ['Red Heather', 'Red'],
  ['Rose Gold', 'Gold'],
  ['Navy/White', 'Blue'],
  ['Black & White', 'Black'],
  ['GRAY', 'Grey'],
  ['Haldi', 'Yellow'],
  ['Firozi', 'Blue'],
  ['गुलाबी', 'Pink'],
  ['Chocolate', null],
  ['constructor', null],
  ['', null],
])('%s counts as %s', (name, family) => {
  expect(familyOfName(name)).toBe(family)
})

test('every option of the specification is its own family', { tags: 'S9.18' }, () => {
  for (const color of FILTER_OPTIONS.colors) expect(lookOf(color, '#123456', []).family).toBe(color)
})

test.each([
  ['#2b2f77', 'Blue'],
  ['#d81b72', 'Pink'],
  ['#fbfaf5', 'White'],
  ['#141414', 'Black'],
  ['#8a8d91', 'Grey'],
  ['#5a1020', 'Maroon'],
  ['#7a1f2b', 'Maroon'],
  ['#d0202e', 'Red'],
  ['#e8b923', 'Yellow'],
  ['#f2701d', 'Orange'],
  ['#0b5d3a', 'Green'],
  ['#6b4423', null],
])('the shade %s counts as %s', (shade, family) => {
  expect(familyOfShade(shade)).toBe(family)
})

describe('a look', () => {
  test('keeps the fixed swatches of the specification, whatever the picture shows', { tags: 'S9.17' }, () => {
    for (const name of ['Red', 'gray', 'Brown']) expect(lookOf(name, '#123456', []).swatch).toBeNull()
  })

  test('has the picture’s swatch, and without one that of a word of the name', () => {
    expect(lookOf('Indigo', '#31356e', [])).toEqual({ family: 'Blue', swatch: '#31356e' })
    expect(lookOf('Bottle Green', undefined, [])).toEqual({ family: 'Green', swatch: '#1e7f45' })
    expect(lookOf('Rani', undefined, [])).toEqual({ family: 'Pink', swatch: '#f07ca8' })
    expect(lookOf('Ajrakh', undefined, [])).toEqual({ family: null, swatch: null })
  })

  test('has the picture’s family if no word of the name is known', () => {
    expect(lookOf('Ajrakh', '#31356e', []).family).toBe('Blue')
    expect(lookOf('Teal Mist', '#8a1020', []).family, 'the name goes before the picture').toBe('Blue')
    expect(lookOf('Brown', '#8a1020', []).family).toBeNull()
  })

  test('is what the owner set', () => {
    const own = [
      { name: 'Rani', family: 'Maroon', swatch: '#aa0055' },
      { name: 'Ajrakh', swatch: '#31356e' },
    ]
    expect(lookOf('rani', '#ffffff', own)).toEqual({ family: 'Maroon', swatch: '#aa0055' })
    expect(lookOf('Ajrakh', '#ffffff', own)).toEqual({ family: 'Blue', swatch: '#31356e' })
  })
})

import { expect, test } from 'vitest'
import { mergeSections } from './merge.server.ts'

const hero = { type: 'hero', heading: 'Winter', text: 'Wool' }
const row = { type: 'products', title: 'New', products: { by: 'newest' } }
const voices = { type: 'testimonials', heading: 'Heard', voices: [] }
const base = [hero, row, voices]

test('different fields and sections of two people are put together', () => {
  const theirs = [{ ...hero, text: 'Wool and linen' }, row, voices]
  const mine = [{ ...hero, heading: 'Summer' }, row, { ...voices, hidden: true }]
  const both = [{ ...hero, heading: 'Summer', text: 'Wool and linen' }, row, { ...voices, hidden: true }]
  expect(mergeSections(base, theirs, mine)).toEqual({ mine: both, theirs: both, clashes: [] })
})

test('the order of one and the fields of the other are put together', () => {
  const added = { type: 'instagram', heading: 'Follow us' }
  const mine = [voices, { ...hero, text: 'Silk' }, row, added]
  const theirs = [hero, { ...row, title: 'Just in' }, voices]
  const both = [voices, { ...hero, text: 'Silk' }, { ...row, title: 'Just in' }, added]
  expect(mergeSections(base, theirs, mine)).toEqual({ mine: both, theirs: both, clashes: [] })
  expect(mergeSections(base, mine, theirs)).toEqual({ mine: both, theirs: both, clashes: [] })
})

test('a field that both changed clashes; what both changed alike doesn’t', () => {
  const mine = [{ ...hero, heading: 'Summer', text: 'Silk' }, row, voices]
  const theirs = [{ ...hero, heading: 'Spring', text: 'Silk' }, { ...row, title: 'Just in' }, voices]
  expect(mergeSections(base, theirs, mine)).toEqual({
    mine: [{ ...hero, heading: 'Summer', text: 'Silk' }, { ...row, title: 'Just in' }, voices],
    theirs: [{ ...hero, heading: 'Spring', text: 'Silk' }, { ...row, title: 'Just in' }, voices],
    clashes: [{ section: 'Summer', field: 'heading', theirs: 'Spring', mine: 'Summer' }],
  })
})

test.each([
  ['both moved sections', [row, hero, voices], [hero, voices, row]],
  ['one removed what the other changed', [hero, row], [hero, row, { ...voices, heading: 'Said' }]],
  ['one changed what the other removed', [hero, { ...row, title: 'Just in' }, voices], [hero, voices]],
])('nothing is put together if %s', (_, theirs, mine) => {
  expect(mergeSections(base, theirs, mine)).toBeNull()
})

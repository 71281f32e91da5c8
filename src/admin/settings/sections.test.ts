import { expect, test } from 'vitest'
import { inSections } from './sections.ts'

test('settings stand below the heading before them, and a screen about one thing has none', () => {
  const shown = (names: string[]) =>
    inSections(names.map((name) => ({ name }))).map(({ heading, settings }) => [heading, settings.length])
  expect(shown(['order.delivery', 'delivery.freeFrom', 'shipping.packDays'])).toEqual([
    ['Fees', 2],
    ['Delivery time', 1],
  ])
  expect(shown(['grievance.name', 'grievance.title'])).toEqual([[null, 2]])
})

import { expect, test } from 'vitest'
import { changeLine, changeWords, listedValue } from './setting-texts.server.ts'

test('a change is said from what to what; of a long value the place that changed is shown', () => {
  expect(changeLine({ name: 'shop.open', from: true, to: false })).toBe('shop.open: "yes" → "no"')
  expect(changeLine({ name: 'shop.tagline', from: 'Slow cotton', to: '' })).toBe('shop.tagline: "Slow cotton" → empty')
  const list = Array.from({ length: 40 }, (_, day) => `2027-01-${day}`)
  const line = changeLine({ name: 'shipping.holidays', from: list, to: list.with(30, 'never') })
  expect(line).toContain('2027-01-30')
  expect(line).toContain('never')
  expect(line.length).toBeLessThan(200)
  expect(changeLine({ name: 'brand.mark', from: '', to: '<svg/>' })).toBe(
    'brand.mark: no logo → an SVG of 6 characters',
  )
})

test('for screens a list is said in words, without the entries that stay', () => {
  const banner = { type: 'banner', heading: 'Woven in Ilkal' }
  const grid = { type: 'products', heading: 'New' }
  const heading = { ...grid, heading: 'Just in' }
  expect(changeWords({ name: 'home.sections', from: [banner, grid], to: [banner, heading] })).toEqual({
    from: '"type: products; heading: New"',
    to: '"type: products; heading: Just in"',
  })
  expect(changeWords({ name: 'home.sections', from: [banner], to: [banner, grid] })).toEqual({
    from: 'empty',
    to: '"type: products; heading: New"',
  })
})

test('a long value is listed by its beginning', () => {
  expect(listedValue('page.about', `# About\n${'word '.repeat(100)}`)).toMatch(
    /^# About word .{1,60}… \(508 characters; `settings get page\.about` shows them\)$/,
  )
  expect(listedValue('shop.open', true)).toBe('yes')
})

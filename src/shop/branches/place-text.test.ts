import { expect, test } from 'vitest'
import { looksSwapped, placeText, placeUrl, readPlace } from './place-text.ts'

const bandra = { lat: 19.0628, lng: 72.8352 }

test.each([
  '19.0628, 72.8352',
  ' (19.0628,72.8352) ',
  '19.0628 72.8352',
  '19.06280000000001; 72.8352',
  '19.0628° N, 72.8352° E',
  '१९.०६२८, ७२.८३५२',
  `19°03'46.08"N 72°50'06.72"E`,
  '19° 3′ 46.08″ N, 72° 50′ 6.72″ E',
  'geo:19.0628,72.8352?q=19.0628,72.8352(Bandra)',
  'https://www.google.com/maps/@19.0628,72.8352,17z',
  // The pin, not the middle of the map.
  'https://www.google.com/maps/place/Bandra/@19.1,72.9,15z/data=!3m1!4b1!8m2!3d19.0628!4d72.8352',
  'https://www.google.com/maps/search/?api=1&query=19.0628%2C72.8352',
  'https://maps.apple.com/?ll=19.0628,72.8352&q=Bandra',
  'https://www.openstreetmap.org/?mlat=19.0628&mlon=72.8352#map=15/19.1/72.9',
  'https://www.openstreetmap.org/#map=17/19.0628/72.8352',
])('%s is a place', (text) => {
  expect(readPlace(text)).toEqual(bandra)
})

test('south and west are negative, in letters or signs', () => {
  const santiago = { lat: -33.45, lng: -70.666667 }
  expect(readPlace('33.45 S, 70.666667 W')).toEqual(santiago)
  expect(readPlace('−33.45, −70.666667')).toEqual(santiago)
  expect(readPlace(`33°27'S 70°40'W`)).toEqual(santiago)
})

test.each([
  '',
  'Bandra',
  '19.0628',
  '91, 72',
  '19.06, 181',
  '72.83 E, 19.06 N',
  'https://maps.app.goo.gl/abc123',
  '19.0628, 72.8352, 4',
])('“%s” is none', (text) => {
  expect(readPlace(text)).toBeNull()
})

test('a place is written as it is read, and has an address on a map', () => {
  expect(readPlace(placeText(bandra))).toEqual(bandra)
  expect(readPlace(placeUrl(bandra))).toEqual(bandra)
})

test('a longitude that is first is noticed in India alone', () => {
  expect(looksSwapped({ lat: 72.8352, lng: 19.0628 })).toBe(true)
  expect(looksSwapped(bandra)).toBe(false)
  expect(looksSwapped({ lat: 52.5, lng: 13.4 })).toBe(false)
})

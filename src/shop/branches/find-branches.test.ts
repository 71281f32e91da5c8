import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  directionsUrl,
  findBranches,
  formatDistance,
  isMumbai,
  kilometresBetween,
  MUMBAI,
  mapsAppUrl,
  sortByDistance,
} from './find-branches.ts'

const bandra = { name: 'Fourth Seat Bandra', address: 'Linking Road, Mumbai', lat: 19.0628, lng: 72.8352 }
const thane = { name: 'Fourth Seat Thane', address: 'Ghodbunder Road', lat: 19.209, lng: 72.972 }

test('stores are found by name or address, whatever the case', { tags: 'S2.51' }, () => {
  expect(findBranches([bandra, thane], ' BANDRA ')).toEqual([bandra])
  expect(findBranches([bandra, thane], 'ghodBUNDER')).toEqual([thane])
  expect(findBranches([bandra, thane], 'road')).toEqual([bandra, thane])
  expect(findBranches([bandra, thane], 'Pune')).toEqual([])
  expect(findBranches([bandra, thane], 'bandra linking')).toEqual([])
  expect(findBranches([bandra, thane], '')).toHaveLength(2)
})

test('distances are accurate to a kilometre, and the nearest store is first', () => {
  expect(kilometresBetween(bandra, thane)).toBeCloseTo(21.7, 0)
  expect(sortByDistance([bandra, thane], { lat: 19.2, lng: 72.97 })).toEqual([thane, bandra])
})

test('directions open the maps app of the device', () => {
  expect(mapsAppUrl(bandra)).toBe('geo:19.0628,72.8352?q=19.0628,72.8352(Fourth%20Seat%20Bandra)')
  expect(mapsAppUrl({ ...bandra, name: 'Bandra (West)' })).toMatch(/\(Bandra%20%28West%29\)$/)
  expect(directionsUrl(bandra, 'Mozilla/5.0 (Linux; Android 16)')).toBeNull()
  expect(directionsUrl(bandra, 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0)')).toBe('maps://?daddr=19.0628,72.8352')
  expect(directionsUrl(bandra, 'Mozilla/5.0 (X11; Linux)')).toContain('to=19.0628%2C72.8352')
})

test('distances are in metres below a kilometre, never as 1000 m', () => {
  expect([0.01, 0.25, 0.96, 0.98, 1, 1.84].map(formatDistance)).toEqual([
    '50 m',
    '250 m',
    '950 m',
    '1.0 km',
    '1.0 km',
    '1.8 km',
  ])
})

test('the coast is drawn only if all stores lie at it', () => {
  const jaipur = { ...bandra, lat: 26.9124, lng: 75.7873 }
  expect(isMumbai([bandra, thane])).toBe(true)
  expect(isMumbai([bandra, jaipur])).toBe(false)
  expect(isMumbai([jaipur])).toBe(false)
})

test('the area of the built-in map is that of its coast, and has the demonstration’s ten stores', () => {
  const { coast }: { coast: [number, number][][] } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'ui/map/mumbai.json'), 'utf8'),
  )
  const [lats, lngs] = [coast.flat().map(([lat]) => lat), coast.flat().map(([, lng]) => lng)]
  expect(MUMBAI).toEqual({
    south: Math.min(...lats),
    west: Math.min(...lngs),
    north: Math.max(...lats),
    east: Math.max(...lngs),
  })
  const file = readFileSync(join(import.meta.dirname, '../../../catalogue/stores.jsonl'), 'utf8')
  const stores = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(stores).toHaveLength(10)
  expect(isMumbai(stores)).toBe(true)
})

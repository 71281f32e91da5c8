import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explain, lengthText, type Unit } from './explain.ts'
import {
  CM_PER_INCH,
  type Cut,
  estimateGirth,
  FLAT,
  findSize,
  HEIGHT,
  type Person,
  readSizeRun,
  type SizeRun,
} from './rules.ts'

/** A regular T-shirt for men: S 98 to XXL 122 cm round. */
const TEE = runOf({ S: { chest: 98 }, XL: { chest: 116 }, L: { chest: 110 }, M: { chest: 104 }, XXL: { chest: 122 } })
const REGULAR: Cut = { fit: 'Regular Fit', gender: 'men' }
const MAN: Person = { gender: 'men', preference: 'regular', body: { height: 172, weight: 70 }, flat: {} }
const weighing = (weight: number): Person => ({ ...MAN, body: { height: 172, weight } })

function runOf(rows: Record<string, Record<string, number>>, unit = 'cm'): SizeRun {
  const run = readSizeRun({ unit, ...rows })
  if (run === null) throw new Error('These are no sizes.')
  return run
}

const sizeOf = (person: Person, run = TEE, cut = REGULAR) => findSize(run, cut, person)?.size

function reasonFor(person: Person, unit: Unit = 'cm', run = TEE, cut = REGULAR): string | null {
  const advice = findSize(run, cut, person)
  return advice && explain(advice, cut, { preference: person.preference, unit })
}

test('estimates are near the survey’s means', () => {
  // The means of ANSUR II: height, weight, and the girths that belong to them.
  const man = { height: 175.6, weight: 85.5 }
  const woman = { height: 162.8, weight: 67.8 }
  const all = (gender: 'men' | 'women', body: typeof man) =>
    (['chest', 'waist', 'hip'] as const).map((girth) => estimateGirth(girth, gender, body).cm)
  const off = (found: number[], means: number[]) => found.map((cm, at) => Math.abs(cm - (means[at] ?? 0)))
  expect(Math.max(...off(all('men', man), [105.9, 94.1, 102]))).toBeLessThan(0.7)
  // The survey measures women’s waist at the navel; here it is the narrowest place, 7.5 cm less.
  expect(Math.max(...off(all('women', woman), [94.7, 86.1 - 7.5, 102.1]))).toBeLessThan(0.7)
})

test('more weight or a looser preference never gives a smaller size', () => {
  const rank = (person: Person) => {
    const advice = findSize(TEE, REGULAR, person)
    if (advice === null) throw new Error('no advice')
    if (advice.size !== null) return TEE.sizes.indexOf(advice.size)
    return advice.isBelowSmallest ? -1 : TEE.sizes.length
  }
  const height = fc.integer({ min: 140, max: 200 })
  const weight = fc.integer({ min: 36, max: 144 })
  fc.assert(
    fc.property(height, weight, (height, weight) => {
      const rankAt = (kilos: number, preference: Person['preference'] = 'regular') =>
        rank({ ...MAN, preference, body: { height, weight: kilos } })
      expect(rankAt(weight + 1)).toBeGreaterThanOrEqual(rankAt(weight))
      expect(rankAt(weight, 'snug')).toBeLessThanOrEqual(rankAt(weight))
      expect(rankAt(weight, 'loose')).toBeGreaterThanOrEqual(rankAt(weight))
    }),
  )
})

test.each([
  [60, 'S'],
  [72, 'M'],
  [80, 'L'],
  [96, 'XXL'],
])('a man of 172 cm and %i kg gets %s of a regular tee', (weight, size) => {
  expect(sizeOf(weighing(weight))).toBe(size)
})

test('beyond the smallest and the largest size no size is advised, and the nearest is named', () => {
  expect(findSize(TEE, REGULAR, weighing(40))).toMatchObject({
    size: null,
    nearest: 'S',
    isBelowSmallest: true,
    second: null,
  })
  const large = { size: null, nearest: 'XXL', isBelowSmallest: false, second: null }
  expect(findSize(TEE, REGULAR, weighing(140))).toMatchObject(large)
  expect(reasonFor(weighing(140))).toMatch(/even XXL, the largest, .* too tight/)
})

test('the room of a loose cut doesn’t lead to a smaller size', () => {
  const oversized = runOf({ S: { chest: 114 }, M: { chest: 120 }, L: { chest: 126 } })
  expect(sizeOf(weighing(72), oversized, { fit: 'Overfit', gender: 'men' })).toBe('M')
})

test('somebody in EN 13402’s M gets L if M is cut tight', () => {
  const tight = runOf({ M: { chest: 94 }, L: { chest: 100 }, XL: { chest: 106 } })
  expect(sizeOf(weighing(72), tight)).toBe('L')
})

test('between two sizes both are named, the nearer first', () => {
  const names = [68, 69, 70, 71, 72, 73, 74, 75, 76].map((weight) => {
    const advice = findSize(TEE, REGULAR, weighing(weight))
    return `${advice?.size} ${advice?.second?.size ?? '-'}`
  })
  expect(new Set(names)).toEqual(new Set(['M S', 'M -', 'M L', 'L M']))
})

test('the measurements of somebody’s own piece suffice, without height and weight', () => {
  const owner: Person = { ...MAN, body: null, flat: { chest: 53 } }
  const advice = { size: 'M', girth: 'chest', own: { of: 'piece', cm: 106 }, garment: 104 }
  expect(findSize(TEE, REGULAR, owner)).toMatchObject(advice)
  expect(reasonFor(owner)).toBe('Your own piece is 106 cm round at the chest; M is 104 cm round: 2 cm less.')
  expect(findSize(TEE, REGULAR, { ...owner, flat: {} })).toBeNull()
})

test('the difference is computed from the lengths as shown', () => {
  expect(reasonFor({ ...MAN, body: null, flat: { chest: 53 } }, 'in')).toBe(
    'Your own piece is 41.5 in round at the chest; M is 41 in round: 0.5 in less.',
  )
  expect(reasonFor({ ...MAN, body: null, flat: { chest: 52 } })).toBe(
    'Your own piece is 104 cm round at the chest; M is 104 cm round, just the same.',
  )
})

test('a garment no wider than its wearer is called close-fitting', () => {
  const tight = runOf({ S: { chest: 88 }, M: { chest: 94 }, L: { chest: 100 } })
  const slim: Cut = { fit: 'Slim Fit', gender: 'men' }
  const snug: Person = { ...weighing(70), preference: 'snug' }
  expect(reasonFor(snug, 'cm', tight, slim)).toBe(
    'Your chest is about 97 cm; M is 94 cm round and sits close to the body.',
  )
  const trousers = runOf({ M: { waist: 90, hip: 93 }, L: { waist: 96, hip: 99 } })
  expect(reasonFor(snug, 'cm', trousers, slim)).toMatch(
    /^Your hips are about \d+ cm; . is \d+ cm round and sits close to the body\.$/,
  )
})

test('trousers go by the waist, or by the hips if those need more', () => {
  const run = runOf({ S: { waist: 74, hip: 96 }, M: { waist: 79, hip: 101 }, L: { waist: 84, hip: 106 } })
  expect(findSize(run, REGULAR, weighing(66))).toMatchObject({ size: 'M', girth: 'waist' })
  const narrow = runOf({ S: { waist: 74, hip: 86 }, M: { waist: 79, hip: 91 }, L: { waist: 84, hip: 96 } })
  expect(findSize(narrow, REGULAR, weighing(66))).toMatchObject({ size: 'L', girth: 'hip' })
})

test('in this size run of women’s trousers the hips decide', () => {
  const run = runOf({ S: { waist: 68, hip: 90 }, M: { waist: 73, hip: 95 }, L: { waist: 78, hip: 100 } })
  const woman: Person = { ...MAN, gender: 'women', body: { height: 158, weight: 60 } }
  expect(findSize(run, { fit: 'Loose Fit', gender: 'women' }, woman)).toMatchObject({ size: 'L', girth: 'hip' })
})

test('somebody a little smaller than the smallest size gets it, and reads that it is wide', () => {
  expect(sizeOf(weighing(52))).toBe('S')
  expect(reasonFor(weighing(52))).toMatch(/more than a regular fit has\.$/)
})

test('inches and flat (half) measurements are read as whole girths in cm', () => {
  expect(runOf({ S: { chest: 20 }, M: { chest: 21 } }, 'in').girths.chest).toEqual([101.6, 106.68])
  expect(runOf({ S: { bust: 50 }, M: { bust: 53 } }).girths.chest).toEqual([100, 106])
})

test.each([
  null,
  { unit: 'cm' },
  { unit: 'cm', 'Free Size': { width: 38, height: 42 } },
  { unit: 'cm', 'Free Size': { chest: 100 } },
  { unit: 'cm', S: { chest: 98 }, M: { length: 70 } },
  { unit: 'cm', S: { chest: 98 }, M: { waist: 80 } },
  { unit: 'cm', S: { chest: 98 }, M: { chest: 104 }, L: { length: 72 } },
])('%j gives no sizes to choose from', (measurements) => {
  expect(readSizeRun(measurements)).toBeNull()
})

test('the reason is in plain words, in cm or inches', () => {
  expect(reasonFor(weighing(72))).toBe(
    'Your chest is about 98 cm; M is 104 cm round: 6 cm of room, as a regular fit has.',
  )
  const advice = findSize(TEE, REGULAR, weighing(72))
  expect(advice && explain(advice, REGULAR, { preference: 'snug', unit: 'in' })).toBe(
    'Your chest is about 38.5 in; M is 41 in round: 2.5 in of room, as a regular fit has for you who like it snug.',
  )
})

test.each([HEIGHT, FLAT])('the limits that a shopper reads for %j are accepted, in cm and in inches', (limits) => {
  for (const [unit, scale] of [
    ['cm', 1],
    ['in', CM_PER_INCH],
  ] as const) {
    const [least, most] = [limits.min, limits.max].map((cm) => Number.parseFloat(lengthText(cm, unit)) * scale)
    expect(least).toBeGreaterThanOrEqual(limits.min)
    expect(most).toBeLessThanOrEqual(limits.max)
  }
})

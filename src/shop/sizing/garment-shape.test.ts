import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Body, drawFigure, hangOn } from './figure-shape.ts'
import { drawBottom, drawTop, type Garment, layFlat, piecesOf } from './garment-shape.ts'
import { readMeasures } from './measures.ts'
import { estimateGirth, type SizingGender } from './rules.ts'
import type { Measurements } from './size-run-rules.ts'

const draw = (piece: 'top' | 'bottom') => (piece === 'top' ? drawTop : drawBottom)
const numbersOf = ({ layers }: Garment) =>
  layers.flatMap(({ d }) => d.match(/-?\d+(\.\d+)?|NaN|Infinity/g) ?? []).map(Number)

function build(gender: SizingGender, height: number, weight: number): Body {
  const girth = (name: 'chest' | 'waist' | 'hip') => estimateGirth(name, gender, { height, weight }).cm
  return { gender, height, chest: girth('chest'), waist: girth('waist'), hip: girth('hip') }
}

test('every size of the catalogue’s clothes can be drawn, flat and worn, each as long as its length', () => {
  const lines = readFileSync(new URL('../../../catalogue/products.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  let drawn = 0
  for (const line of lines) {
    const { _id, measurements }: { _id: string; measurements: Measurements } = JSON.parse(line)
    for (const { cm } of readMeasures(measurements))
      for (const piece of piecesOf(cm))
        for (const hanger of [layFlat(cm), hangOn(build('men', 178, 78)), hangOn(build('women', 165, 62))]) {
          const garment = draw(piece)(cm, hanger)
          expect(
            numbersOf(garment).every((number) => Math.abs(number) < 260),
            _id,
          ).toBe(true)
          const length = piece === 'top' ? cm.length : (cm.trouserLength ?? cm.shortsLength ?? cm.length)
          expect(garment.bottom - (piece === 'top' ? hanger.neck : hanger.waist), _id).toBeCloseTo(length ?? 0)
          drawn += 1
        }
  }
  expect(drawn).toBeGreaterThan(1000)
})

test('laid flat, a garment has the widths of its measures', () => {
  const { places } = drawTop(
    { chest: 116, shoulder: 54, sleeve: 22, length: 70 },
    layFlat({ shoulder: 54, sleeve: 22 }),
  )
  const lengthOf = (name: string) => {
    const [[x1, y1], [x2, y2]] = places[name] ?? [
      [0, 0],
      [0, 0],
    ]
    return Math.hypot(x2 - x1, y2 - y1)
  }
  expect(lengthOf('chest')).toBeCloseTo(58)
  expect(lengthOf('shoulder')).toBeCloseTo(54)
  expect(lengthOf('sleeve')).toBeCloseTo(22)
  expect(lengthOf('length')).toBeCloseTo(70)
})

test('a larger size is wider on the same body, and no piece is narrower than the body', () => {
  const body = build('men', 178, 78)
  const hanger = hangOn(body)
  const chestOf = (chest: number) => drawTop({ chest, length: 70 }, hanger).places.chest?.[1][0] ?? 0
  expect(chestOf(130)).toBeGreaterThan(chestOf(116))
  expect(chestOf(60)).toBeGreaterThan(hanger.halfOf(0, 'chest') - 1)
  expect(drawFigure(body).join('')).not.toContain('NaN')
})

test('measurements tell which pieces there are; a cap has none', () => {
  expect(piecesOf({ chest: 100, length: 70, waist: 70, trouserLength: 100 })).toEqual(['bottom', 'top'])
  expect(piecesOf({ waist: 70, hip: 90, length: 60 })).toEqual(['bottom'])
  expect(piecesOf({ bust: 90, waist: 70, length: 110 })).toEqual(['top'])
  expect(piecesOf({ circumference: 58 })).toEqual([])
})

/** Where a garment is measured all around. */
export type Girth = 'chest' | 'waist' | 'hip'
/** A product's measurements: `unit` (cm or in), and for each size its lengths by name. */
export type Measurements = Readonly<Record<string, string | Readonly<Record<string, number>>>>

const NAMES: Record<Girth, readonly string[]> = { chest: ['chest', 'bust'], waist: ['waist'], hip: ['hip', 'hips'] }

/** A girth of one size, in the measurements' unit, or undefined. */
export function readGirth(values: Readonly<Record<string, number>>, girth: Girth): number | undefined {
  return NAMES[girth].map((name) => values[name]).find((value) => value !== undefined && value > 0)
}

/**
 * The sizes with their lengths, and the girth that orders them: the chest if all sizes have it, else the waist. Null if
 * no size can be advised: there are fewer than two, or neither girth is complete.
 */
export function findSizes(measurements: Measurements | null) {
  const sizes = Object.entries(measurements ?? {}).flatMap(([size, values]) =>
    typeof values === 'object' ? [{ size, values }] : [],
  )
  const main = (['chest', 'waist'] as const).find((girth) => sizes.every(({ values }) => readGirth(values, girth)))
  return sizes.length < 2 || main === undefined ? null : { sizes, main }
}

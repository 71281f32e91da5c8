import { findSizes, type Girth, type Measurements, readGirth } from './size-run-rules.ts'

/** Whose body measurements an estimate is based on. */
export type SizingGender = 'men' | 'women'
/** How close-fitting somebody likes their clothes. */
export type FitPreference = 'snug' | 'regular' | 'loose'

export const CM_PER_INCH = 2.54
/**
 * The range of adults whose measurements the estimates come from, in cm and kg. The lengths here include their limits
 * as shown in cm and in half inches: 139.7 cm are 55 inches.
 */
export const HEIGHT = { min: 139.7, max: 200 }
export const WEIGHT = { min: 36, max: 145 }
/** Half of a garment's girth, in cm: what can be measured on one laid flat. */
export const FLAT = { min: 20, max: 100.4 }

/**
 * Girth in cm = base + slope × √(kg / cm of height), since a girth grows with the root of the volume for each length
 * (Heymsfield et al., Nutrition & Metabolism 2008, 5:24). Our least squares over the public data of ANSUR II (Gordon et
 * al., 2012 Anthropometric Survey of U.S. Army Personnel, NATICK/TR-15/007): 4,082 men and 1,986 women. `error` is the
 * standard deviation from it: two of three are within. Bodies of other peoples may differ more. The survey measured the
 * waist at the navel. For women 7.5 cm are subtracted, since their size charts mean the narrowest place: for a bust of
 * 92 and hips of 100 cm EN 13402-3 has a waist of 76 cm, the survey 83.5. For men survey and standard agree.
 */
const GIRTHS: Record<SizingGender, Record<Girth, { base: number; slope: number; error: number }>> = {
  men: {
    chest: { base: -2.1, slope: 155.2, error: 3.2 },
    waist: { base: -42, slope: 195.7, error: 4.4 },
    hip: { base: 6.9, slope: 136.8, error: 2.7 },
  },
  women: {
    chest: { base: -4.1, slope: 153.8, error: 4.2 },
    waist: { base: -43, slope: 189.2, error: 4.9 },
    hip: { base: 4.8, slope: 151.4, error: 3 },
  },
}

/** A girth of the body in cm from height (cm) and weight (kg); two of three people are within `error` cm of it. */
export function estimateGirth(girth: Girth, gender: SizingGender, body: { height: number; weight: number }) {
  const { base, slope, error } = GIRTHS[gender][girth]
  return { cm: base + slope * Math.sqrt(body.weight / body.height), error }
}

/** If the largest size is below these, it was measured laid flat, on one side: no adult's is that narrow all around. */
const FLAT_BELOW: Record<Girth, number> = { chest: 75, waist: 58, hip: 70 }

/** True if a girth was measured laid flat; `largest` is that of the largest size, in cm. */
export function isMeasuredFlat(girth: Girth, largest: number): boolean {
  return largest < FLAT_BELOW[girth]
}

/** A garment's sizes from small to large, with the girths that all of them have, in cm. */
export interface SizeRun {
  sizes: string[]
  girths: Partial<Record<Girth, number[]>>
}

/** The sizes of a product's measurements. Null if none can be advised (`findSizes`). */
export function readSizeRun(measurements: Measurements | null): SizeRun | null {
  const found = findSizes(measurements)
  if (found === null) return null
  const scale = measurements?.unit === 'in' ? CM_PER_INCH : 1
  const rows = found.sizes.toSorted(
    (a, b) => (readGirth(a.values, found.main) ?? 0) - (readGirth(b.values, found.main) ?? 0),
  )
  const girths: SizeRun['girths'] = {}
  for (const girth of ['chest', 'waist', 'hip'] as const) {
    const all = rows.map(({ values }) => (readGirth(values, girth) ?? Number.NaN) * scale)
    if (all.some(Number.isNaN)) continue
    girths[girth] = isMeasuredFlat(girth, Math.max(...all)) ? all.map((half) => half * 2) : all
  }
  return { sizes: rows.map(({ size }) => size), girths }
}

/** The chest for which EN 13402-3 has M: the middle of 94 to 102 cm for men, and of 90 to 98 cm for women. */
const MEDIUM_CHEST: Record<SizingGender, number> = { men: 98, women: 94 }
/** The least room of a cut at the chest in cm, as pattern makers give it, from close to very loose. */
const LEAST_ROOM: Readonly<Record<string, number>> = {
  'Slim Fit': 0,
  'Regular Fit': 4,
  'Loose Fit': 8,
  'Drop Shoulder': 8,
  Overfit: 12,
}
/** The maximum room at the chest in cm, that of a coat. */
const MOST_ROOM = 30
/** The cm of room that a preference adds. At waist and hip a cut adds none. */
const PREFERRED_ROOM: Record<Girth, Record<FitPreference, number>> = {
  chest: { snug: -4, regular: 0, loose: 4 },
  waist: { snug: -1, regular: 1, loose: 3 },
  hip: { snug: 0, regular: 2, loose: 4 },
}
/** The cm of room in somebody's own well-fitting piece. */
const OWN_ROOM: Record<Girth, Record<FitPreference, number>> = {
  ...PREFERRED_ROOM,
  chest: { snug: 4, regular: 8, loose: 14 },
}

/** The cm of room that a cut has at the chest: that of size M, within the bounds of its fit. */
function roomOf(cut: Cut, { sizes, girths }: SizeRun): number {
  const least = LEAST_ROOM[cut.fit ?? ''] ?? 4
  const medium = girths.chest?.[sizes.indexOf('M')]
  return medium === undefined ? least + 4 : Math.min(MOST_ROOM, Math.max(least, medium - MEDIUM_CHEST[cut.gender]))
}

/** A product's cut: its fit as the shop names it, and whose sizes. */
export interface Cut {
  fit: string | null
  gender: SizingGender
}

/** The cut of a product. Unisex clothes follow the men's size chart. */
export function cutOf({ fit, categories }: { fit?: string | undefined; categories?: string | undefined }): Cut {
  return { fit: fit ?? null, gender: categories === 'Woman' ? 'women' : 'men' }
}

/**
 * A person's measurements, in cm and kg. One of `body` and `flat` is needed; `flat` is half the girth of a piece they
 * own.
 */
export interface Person {
  gender: SizingGender
  preference: FitPreference
  body: { height: number; weight: number } | null
  flat: Partial<Record<Girth, number>>
}

/** The size for somebody, and the numbers that decided it. */
export interface Advice {
  /** Null if even the nearest size is too small or too large. */
  size: string | null
  nearest: string
  /** The second choice for somebody between two sizes. */
  second: { size: string; isLarger: boolean } | null
  /**
   * The girth that decided; `own` is that of their body or of their own piece, `garment` that of the nearest size, in
   * cm.
   */
  girth: Girth
  own: { of: 'body' | 'piece'; cm: number; error: number }
  garment: number
  /** The girth in cm that a garment of this cut would have for them. */
  wanted: number
  /** They would need less than the smallest size has. */
  isBelowSmallest: boolean
}

/** How many size steps somebody may be below the smallest size, or above the largest, and still wear it. */
const MAX_STEPS = { below: 1.5, above: 0.5 }
/** Somebody at least this fraction of a step from the nearest size is between two sizes. */
const BETWEEN_SIZES = 0.2

/** The size that fits at every measured girth: the largest that any of them needs. Null if nothing is known. */
export function findSize(run: SizeRun, cut: Cut, person: Person): Advice | null {
  const candidates = (['chest', 'waist', 'hip'] as const).flatMap((girth) => {
    const garment = run.girths[girth]
    const own = ownGirth(girth, person)
    if (garment === undefined || own === null) return []
    const body = own.of === 'piece' ? own.cm - OWN_ROOM[girth][person.preference] : own.cm
    const room = (girth === 'chest' ? roomOf(cut, run) : 0) + PREFERRED_ROOM[girth][person.preference]
    return [{ girth, own, garment, wanted: body + room, position: positionIn(garment, body + room) }]
  })
  const [largest] = candidates.toSorted((a, b) => b.position - a.position)
  if (!largest) return null
  const { girth, own, garment, wanted, position } = largest
  const last = run.sizes.length - 1
  const index = Math.min(last, Math.max(0, Math.round(position)))
  const hasNone = position < -MAX_STEPS.below || position > last + MAX_STEPS.above
  const offset = position - index
  const second = Math.abs(offset) < BETWEEN_SIZES ? undefined : run.sizes[index + Math.sign(offset)]
  const nearest = run.sizes[index] ?? ''
  return {
    size: hasNone ? null : nearest,
    nearest,
    second: hasNone || second === undefined ? null : { size: second, isLarger: offset > 0 },
    girth,
    own,
    garment: garment[index] ?? 0,
    wanted,
    isBelowSmallest: position < 0,
  }
}

/** The girth of their own piece, which says more than an estimate, or else that of the body. */
function ownGirth(girth: Girth, { flat, body, gender }: Person): Advice['own'] | null {
  const half = flat[girth]
  if (half !== undefined) return { of: 'piece', cm: half * 2, error: 0 }
  if (body === null) return null
  return { of: 'body', ...estimateGirth(girth, gender, body) }
}

/**
 * A girth as a position among the sizes: 1.5 is half way from the second to the third. It extends below 0 and above the
 * last.
 */
function positionIn(girths: readonly number[], wanted: number): number {
  const above = girths.findIndex((girth) => girth > wanted)
  const upper = above === -1 ? girths.length - 1 : Math.max(1, above)
  const [from = 0, to = 0] = [girths[upper - 1], girths[upper]]
  return upper - 1 + (wanted - from) / Math.max(1, to - from)
}

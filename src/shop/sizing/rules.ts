/** Whose measures an estimate is made of. */
export type Figures = 'men' | 'women'
/** How close somebody likes what they wear. */
export type Liking = 'snug' | 'regular' | 'loose'
/** Where a garment is measured all around. */
export type Girth = 'chest' | 'waist' | 'hip'
type Measurements = Readonly<Record<string, string | Readonly<Record<string, number>>>>

export const CM_PER_INCH = 2.54
/** The adults whom the figures below come from, in cm and kg. */
export const HEIGHT = { min: 140, max: 200 }
export const WEIGHT = { min: 36, max: 145 }
/** Half of a garment's girth, in cm: what can be measured on one laid flat. */
export const FLAT = { min: 20, max: 100 }

/**
 * Girth in cm = base + slope × √(kg / cm of height), since a girth grows with the root of the volume for each length
 * (Heymsfield et al., Nutrition & Metabolism 2008, 5:24). Our least squares over the public data of ANSUR II (Gordon et
 * al., 2012 Anthropometric Survey of U.S. Army Personnel, NATICK/TR-15/007): 4,082 men and 1,986 women. `error` is the
 * standard deviation from it: two of three are within. Bodies of other peoples may differ more. The survey's
 * waist is at the navel. Women's is 7.5 cm less here, to be at its narrowest: EN 13402-3 has 76 cm with a bust of 92 and hips
 * of 100 cm, where the survey has 83.5. Its men agree with the standard's.
 */
const GIRTHS: Record<Figures, Record<Girth, { base: number; slope: number; error: number }>> = {
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

/** A girth of the body in cm by height (cm) and weight (kg), and by how much two of three people differ from it at most. */
export function estimateGirth(girth: Girth, figures: Figures, body: { height: number; weight: number }) {
  const { base, slope, error } = GIRTHS[figures][girth]
  return { cm: base + slope * Math.sqrt(body.weight / body.height), error }
}

const NAMES: Record<Girth, readonly string[]> = { chest: ['chest', 'bust'], waist: ['waist'], hip: ['hip', 'hips'] }
/** A largest size below these was measured laid flat, on one side: no grown-up's is that narrow all around. */
const FLAT_BELOW: Record<Girth, number> = { chest: 75, waist: 58, hip: 70 }

/** A garment's sizes from small to large, with the girths that all of them have, in cm. */
export interface SizeRun {
  sizes: string[]
  girths: Partial<Record<Girth, number[]>>
}

/** The sizes of a product's measurements; null where there are fewer than two, or neither a chest nor a waist. */
export function readSizeRun(measurements: Measurements | null): SizeRun | null {
  const scale = measurements?.unit === 'in' ? CM_PER_INCH : 1
  const rows = Object.entries(measurements ?? {}).flatMap(([size, values]) =>
    typeof values === 'object' ? [{ size, chest: read(values, 'chest'), waist: read(values, 'waist'), values }] : [],
  )
  const main = (['chest', 'waist'] as const).find((girth) => rows.every((row) => row[girth] !== undefined))
  if (rows.length < 2 || main === undefined) return null
  rows.sort((a, b) => (a[main] ?? 0) - (b[main] ?? 0))
  const girths: SizeRun['girths'] = {}
  for (const girth of ['chest', 'waist', 'hip'] as const) {
    const all = rows.map(({ values }) => (read(values, girth) ?? Number.NaN) * scale)
    if (all.some(Number.isNaN)) continue
    girths[girth] = Math.max(...all) < FLAT_BELOW[girth] ? all.map((half) => half * 2) : all
  }
  return { sizes: rows.map(({ size }) => size), girths }
}

function read(values: Readonly<Record<string, number>>, girth: Girth): number | undefined {
  return NAMES[girth].map((name) => values[name]).find((value) => value !== undefined && value > 0)
}

/** The chest for which EN 13402-3 has M: the middle of 94 to 102 cm for men, and of 90 to 98 cm for women. */
const MEDIUM_CHEST: Record<Figures, number> = { men: 98, women: 94 }
/** The least room of a cut at the chest in cm, as makers of patterns give it for close to very loose fitting. */
const LEAST_ROOM: Readonly<Record<string, number>> = {
  'Slim Fit': 0,
  'Regular Fit': 4,
  'Loose Fit': 8,
  'Drop Shoulder': 8,
  Overfit: 12,
}
/** The most, which is a coat's. */
const MOST_ROOM = 30
/** What somebody's liking adds. At waist and hip it is all the room there is. */
const LIKED: Record<Girth, Record<Liking, number>> = {
  chest: { snug: -4, regular: 0, loose: 4 },
  waist: { snug: -1, regular: 1, loose: 3 },
  hip: { snug: 0, regular: 2, loose: 4 },
}
/** The room of a piece that somebody owns and likes. */
const OWN_ROOM: Record<Girth, Record<Liking, number>> = {
  ...LIKED,
  chest: { snug: 4, regular: 8, loose: 14 },
}

/** The room in cm that a cut has at the chest: of its M, within the bounds of its fit. */
function roomOf(cut: Cut, { sizes, girths }: SizeRun): number {
  const least = LEAST_ROOM[cut.fit ?? ''] ?? 4
  const medium = girths.chest?.[sizes.indexOf('M')]
  return medium === undefined ? least + 4 : Math.min(MOST_ROOM, Math.max(least, medium - MEDIUM_CHEST[cut.figures]))
}

/** What a product is cut for: its fit as the shop names it, and whose sizes. */
export interface Cut {
  fit: string | null
  figures: Figures
}

/** Somebody, in cm and kg. One of `body` and `flat` is needed; `flat` is half the girth of a piece they own. */
export interface Person {
  figures: Figures
  liking: Liking
  body: { height: number; weight: number } | null
  flat: Partial<Record<Girth, number>>
}

/** The size for somebody, with what it rests on; `size` is null where even the nearest is too small or too large. */
export interface Advice {
  size: string | null
  nearest: string
  /** The size on the side to which they are between two. */
  second: { size: string; isLarger: boolean } | null
  /** What decided: their own girth or their own piece's, and the nearest size's, in cm. */
  girth: Girth
  own: { of: 'body' | 'piece'; cm: number; error: number }
  garment: number
  /** The girth in cm that a garment of this cut would have for them. */
  wanted: number
  isTooLarge: boolean
}

/** How far beyond the ends of a run, in sizes, its last size still does. */
const BEYOND = { small: 1.5, large: 0.5 }
/** From here on, in sizes, somebody is between two. */
const BETWEEN = 0.2

/** The size that fits wherever the garment is measured: the largest that a girth asks for. Null where nothing is known. */
export function findSize(run: SizeRun, cut: Cut, person: Person): Advice | null {
  const wishes = (['chest', 'waist', 'hip'] as const).flatMap((girth) => {
    const garment = run.girths[girth]
    const own = ownGirth(girth, person)
    if (garment === undefined || own === null) return []
    const body = own.of === 'piece' ? own.cm - OWN_ROOM[girth][person.liking] : own.cm
    const room = (girth === 'chest' ? roomOf(cut, run) : 0) + LIKED[girth][person.liking]
    return [{ girth, own, garment, wanted: body + room, at: placeIn(garment, body + room) }]
  })
  const [most] = wishes.toSorted((a, b) => b.at - a.at)
  if (!most) return null
  const last = run.sizes.length - 1
  const index = Math.min(last, Math.max(0, Math.round(most.at)))
  const isOut = most.at < -BEYOND.small || most.at > last + BEYOND.large
  const rest = most.at - index
  const second = Math.abs(rest) < BETWEEN ? undefined : run.sizes[index + Math.sign(rest)]
  const nearest = run.sizes[index] ?? ''
  return {
    size: isOut ? null : nearest,
    nearest,
    second: isOut || second === undefined ? null : { size: second, isLarger: rest > 0 },
    girth: most.girth,
    own: most.own,
    garment: most.garment[index] ?? 0,
    wanted: most.wanted,
    isTooLarge: most.at < 0,
  }
}

/** Of a piece of theirs, which says more than an estimate, else of the body. */
function ownGirth(girth: Girth, { flat, body, figures }: Person): Advice['own'] | null {
  const half = flat[girth]
  if (half !== undefined) return { of: 'piece', cm: half * 2, error: 0 }
  if (body === null) return null
  return { of: 'body', ...estimateGirth(girth, figures, body) }
}

/** Where a girth lies among those of the sizes: 1.5 is half way from the second to the third. Beyond the ends by their steps. */
function placeIn(girths: readonly number[], wanted: number): number {
  const above = girths.findIndex((girth) => girth > wanted)
  const high = above === -1 ? girths.length - 1 : Math.max(1, above)
  const [low = 0, up = 0] = [girths[high - 1], girths[high]]
  return high - 1 + (wanted - low) / Math.max(1, up - low)
}

import { along, linePath, mirror, type Point, type Step, symmetricPath, twinPath } from './outline.ts'

/** A size's lengths in cm, with girths all around (`readMeasures`). */
export type Lengths = Readonly<Record<string, number>>

/** A garment's cloth and seams from back to front: `d` of SVG paths, in cm. */
export interface Garment {
  layers: { d: string; is: 'cloth' | 'seam' }[]
  /** Where each measure is taken. */
  places: Record<string, readonly [Point, Point]>
  /** Half its width, and its lowest point. */
  halfWidth: number
  bottom: number
}

/** What a garment hangs on. Laid flat, nothing gives way, and the sleeves lie apart. */
export interface Hanger {
  /** Where the neck of a top, and the waistband of a bottom, is. */
  neck: number
  waist: number
  /** The arm: from the end of the shoulder in a direction. */
  shoulder: Point
  arm: Point
  /** Half the width that a girth has in front, on a body that it can't be narrower than. */
  halfOf: (girth: number, on: 'chest' | 'waist' | 'hip' | 'leg') => number
  /** The middle of a leg at a height; null if the garment decides. */
  legAt: ((y: number) => number) | null
}

/** The sleeve's direction, from the vertical. */
const SLEEVE_ANGLE = { short: 0.62, long: 0.3 }
const LONG_SLEEVE = 36
/** The most that a skirt stands out for its length; what is wider hangs in folds. */
const FLARE = 0.16
const NECK = { half: 8.5, depth: 8 }

/** A garment laid flat with its upper edge at 0. */
export function layFlat({ shoulder = 44, sleeve = 0 }: Lengths): Hanger {
  const angle = sleeve > LONG_SLEEVE ? SLEEVE_ANGLE.long : SLEEVE_ANGLE.short
  return {
    neck: 0,
    waist: 0,
    shoulder: [shoulder / 2, (shoulder / 2 - NECK.half) * 0.3],
    arm: [Math.sin(angle), Math.cos(angle)],
    halfOf: (girth) => girth / 4,
    legAt: null,
  }
}

/** A shirt, jacket, dress or whatever else hangs from the shoulders. Without a shoulder in `lengths` it's a tee. */
export function drawTop(lengths: Lengths, hanger: Hanger): Garment {
  const {
    neck,
    arm,
    shoulder: [jointX, jointY],
  } = hanger
  const girth = lengths.chest ?? lengths.bust ?? 100
  const isUnknown = lengths.shoulder === undefined
  const across = (lengths.shoulder ?? girth * 0.42) / 2
  const sleeve = lengths.sleeve ?? (isUnknown ? 20 : 0)
  const half = Math.min(NECK.half, across * 0.55)
  const chest = hanger.halfOf(girth, 'chest')
  const length = lengths.length ?? 70
  const bottom = neck + length
  const hem = Math.min(
    hanger.halfOf(lengths.hem ?? girth * 0.98, length > 60 ? 'hip' : 'waist'),
    chest + length * FLARE,
  )
  // What is longer than the shoulder hangs down the arm.
  const beyond = across - jointX
  const slope = (jointY - neck) / (jointX - half)
  const end: Point = beyond <= 0 ? [across, neck + (across - half) * slope] : along([jointX, jointY], arm, beyond)
  const armpit: Point = [chest, neck + girth * 0.12 + 11]
  const out: Point = [arm[1], -arm[0]]
  const cuff = sleeve > LONG_SLEEVE ? 9.5 : Math.min(girth * 0.14, 17)
  const sleeveEnd = along(end, arm, sleeve)
  const inner = along(sleeveEnd, out, -cuff)
  const deep = neck + (sleeve > 0 ? NECK.depth : NECK.depth * 1.6)
  const armhole: Step = { to: armpit, by: [Math.min(end[0], chest) - (sleeve > 0 ? 1 : 4), armpit[1] - 3] }
  const body = symmetricPath(
    [0, deep],
    [
      { to: [half, neck], by: [half * 0.95, deep] },
      { to: end, by: beyond > 0 ? [jointX, jointY - 3] : [(half + across) / 2, neck + (across - half) * slope * 0.45] },
      armhole,
      {
        to: [hem, bottom - 0.6],
        by: [(chest + hem) / 2 - Math.max(0, hem - chest) * 0.3, armpit[1] + (bottom - armpit[1]) * 0.45],
      },
      { to: [0, bottom], by: [hem / 2, bottom] },
    ],
  )
  const back = symmetricPath(
    [0, neck + 2.5],
    [
      { to: [half, neck], by: [half * 0.8, neck + 2.5] },
      { to: [0, deep], by: [half * 0.95, deep] },
    ],
  )
  const sleeves =
    sleeve > 0
      ? twinPath(end, [
          { to: sleeveEnd, by: along(along(end, arm, sleeve * 0.5), out, 1) },
          { to: inner },
          { to: armpit, by: along(armpit, arm, 2) },
          { to: end, by: armhole.by ?? end },
        ])
      : null
  const cuffLine = [along(sleeveEnd, arm, -2.5), along(inner, arm, -2.5)] as const
  return {
    layers: [
      ...(sleeves === null ? [] : [cloth(sleeves), ...pair(cuffLine)]),
      cloth(body),
      seam(back),
      seam(linePath([-hem, bottom - 3.2], [{ to: [hem, bottom - 3.2], by: [0, bottom - 2.4] }])),
    ],
    places: {
      ...both(
        ['chest', 'bust'],
        [
          [-chest, armpit[1] + 1.5],
          [chest, armpit[1] + 1.5],
        ],
      ),
      ...(isUnknown ? {} : { shoulder: [[-end[0], end[1]], end] as const }),
      ...(lengths.sleeve === undefined ? {} : { sleeve: [along(end, out, 3), along(sleeveEnd, out, 3)] as const }),
      length: [
        [-half, neck],
        [-half, bottom],
      ],
      ...(lengths.hem === undefined
        ? {}
        : {
            hem: [
              [-hem, bottom + 3.5],
              [hem, bottom + 3.5],
            ] as const,
          }),
    },
    halfWidth: Math.max(chest, hem, sleeve > 0 ? sleeveEnd[0] : end[0]),
    bottom,
  }
}

const cloth = (d: string) => ({ d, is: 'cloth' as const })
const seam = (d: string) => ({ d, is: 'seam' as const })
/** A seam and its mirror image. */
const pair = ([a, b]: readonly [Point, Point]) => [
  seam(linePath(a, [{ to: b }])),
  seam(linePath(mirror(a), [{ to: mirror(b) }])),
]
const both = (names: readonly string[], place: readonly [Point, Point]) =>
  Object.fromEntries(names.map((name) => [name, place]))

/** Trousers, shorts or, if nothing tells of two legs, a skirt. `waist` or `hip` in `lengths`. */
export function drawBottom(lengths: Lengths, hanger: Hanger): Garment {
  const { waist: top } = hanger
  const waistGirth = lengths.waist ?? (lengths.hip ?? lengths.hips ?? 96) * 0.78
  const hipGirth = lengths.hip ?? lengths.hips ?? waistGirth * 1.28
  const side = lengths.trouserLength ?? lengths.shortsLength ?? lengths.length ?? (lengths.inseam ?? 76) + 27
  const isOfSet = lengths.trouserLength !== undefined || lengths.shortsLength !== undefined
  const hasLegs = isOfSet || lengths.inseam !== undefined || lengths.length === undefined
  // A set's hem is that of its upper piece.
  const hem = isOfSet ? undefined : lengths.hem
  const waist = hanger.halfOf(waistGirth, 'waist')
  const hip = hanger.halfOf(hipGirth, 'hip')
  const bottom = top + side
  const rise = hasLegs ? side - (lengths.inseam ?? side - 28) : 0
  const hipAt = top + (hasLegs ? rise * 0.72 : 20)
  const waistband = linePath([-waist - 0.4, top + 3.5], [{ to: [waist + 0.4, top + 3.5], by: [0, top + 4.3] }])
  const girths = {
    waist: [
      [-waist, top - 3],
      [waist, top - 3],
    ] as const,
    ...both(
      ['hip', 'hips'],
      [
        [-hip, hipAt],
        [hip, hipAt],
      ],
    ),
  }
  if (!hasLegs) {
    const edge = Math.min(hanger.halfOf(hem ?? hipGirth, 'hip'), hip + side * FLARE)
    const outer: Step[] = [
      { to: [hip, hipAt], by: [hip - 0.5, top + 9] },
      { to: [edge, bottom - 0.8] },
      { to: [0, bottom], by: [edge / 2, bottom + 0.4] },
    ]
    return {
      layers: [
        cloth(symmetricPath([0, top + 0.8], [{ to: [waist, top], by: [waist / 2, top + 0.8] }, ...outer])),
        seam(waistband),
        seam(linePath([-edge, bottom - 3.5], [{ to: [edge, bottom - 3.5], by: [0, bottom - 2] }])),
      ],
      places: {
        ...girths,
        length: sidePlace(-Math.max(hip, edge) - 3, top, bottom),
        hem: [
          [-edge, bottom + 3.5],
          [edge, bottom + 3.5],
        ],
      },
      halfWidth: Math.max(hip, edge),
      bottom,
    }
  }
  const crotch = top + rise
  const opening = hanger.halfOf(hem ?? hipGirth * 0.42, 'leg') * 2
  const middle = Math.max(hanger.legAt?.(bottom) ?? hip / 2 + 1, opening / 2 + 0.7)
  const [inner, outer] = [middle - opening / 2, middle + opening / 2]
  return {
    layers: [
      cloth(
        symmetricPath(
          [0, top + 0.8],
          [
            { to: [waist, top], by: [waist / 2, top + 0.8] },
            { to: [hip, hipAt], by: [hip - 0.6, top + rise * 0.3] },
            { to: [outer, bottom], by: [(hip + outer) / 2 + 0.4, (hipAt + bottom) / 2] },
            { to: [inner, bottom], by: [middle, bottom + 0.8] },
            { to: [0, crotch], by: [inner * 0.6, crotch + (bottom - crotch) * 0.3] },
          ],
        ),
      ),
      seam(waistband),
      seam(linePath([0, top + 4], [{ to: [0, crotch] }])),
      ...pair([
        [inner, bottom - 2.5],
        [outer, bottom - 2.5],
      ]),
    ],
    places: {
      ...girths,
      inseam: [
        [0, crotch],
        [inner, bottom],
      ],
      ...both(['length', 'trouserLength', 'shortsLength'], sidePlace(-Math.max(hip, outer) - 3, top, bottom)),
      ...(hem === undefined
        ? {}
        : {
            hem: [
              [inner, bottom + 3.5],
              [outer, bottom + 3.5],
            ] as const,
          }),
    },
    halfWidth: Math.max(hip, outer),
    bottom,
  }
}

function sidePlace(x: number, top: number, bottom: number): readonly [Point, Point] {
  return [
    [x, top],
    [x, bottom],
  ]
}

/** The pieces that measurements tell of, in the order in which they are put on. Empty for a cap or a bag. */
export function piecesOf(lengths: Lengths): readonly ('bottom' | 'top')[] {
  const isTop = lengths.chest !== undefined || lengths.bust !== undefined
  const isBottom =
    lengths.trouserLength ??
    lengths.shortsLength ??
    lengths.inseam ??
    (isTop ? undefined : (lengths.waist ?? lengths.hip ?? lengths.hips))
  return [...(isBottom === undefined ? [] : (['bottom'] as const)), ...(isTop ? (['top'] as const) : [])]
}

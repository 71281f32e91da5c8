import { t } from '#platform/text/t.ts'
import { compareSizes } from '../catalog/rules.ts'
import { CM_PER_INCH, isMeasuredFlat } from './rules.ts'
import { type Girth, type Measurements, readGirth } from './size-run-rules.ts'

/** A size with its lengths in cm. Girths are those all around, even if the owner gave them laid flat. */
export type SizeMeasures = { size: string; cm: Readonly<Record<string, number>> }

const GIRTHS: readonly string[] = ['chest', 'bust', 'waist', 'hip', 'hips', 'thigh', 'hem']

/** True for what is measured all around. Laid flat it is half of that. */
export function isGirth(name: string): boolean {
  return GIRTHS.includes(name)
}

/** The sizes of a product's measurements, from small to large. Empty without measurements. */
export function readMeasures(measurements: Measurements | null): SizeMeasures[] {
  const sizes = Object.entries(measurements ?? {})
    .flatMap(([size, values]) => (typeof values === 'object' ? [{ size, values }] : []))
    .toSorted((a, b) => compareSizes(a.size, b.size))
  const unit = measurements?.unit === 'in' ? CM_PER_INCH : 1
  const largest = (girth: Girth) => Math.max(...sizes.map(({ values }) => (readGirth(values, girth) ?? 0) * unit))
  const main = (['chest', 'waist', 'hip'] as const).find((girth) => largest(girth) > 0)
  const girthScale = main !== undefined && isMeasuredFlat(main, largest(main)) ? 2 * unit : unit
  return sizes.map(({ size, values }) => ({
    size,
    cm: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value * (isGirth(name) ? girthScale : unit)]),
    ),
  }))
}

/** What the size guide says of a measure: its heading, and how it's taken. In the order of the columns. */
const MEASURES: Readonly<Record<string, { name: string; how?: string }>> = {
  chest: { name: t('Chest'), how: t('From armpit to armpit, buttoned up.') },
  bust: { name: t('Bust'), how: t('From armpit to armpit, buttoned up.') },
  shoulder: { name: t('Shoulder'), how: t('From seam to seam, or across the straps.') },
  sleeve: { name: t('Sleeve'), how: t('From the shoulder seam to the cuff.') },
  waist: { name: t('Waist'), how: t('Along the waistband, from side to side.') },
  hip: { name: t('Hip'), how: t('Across the widest place.') },
  hips: { name: t('Hip'), how: t('Across the widest place.') },
  thigh: { name: t('Thigh') },
  inseam: { name: t('Inseam'), how: t('From the crotch down to the hem.') },
  length: { name: t('Length'), how: t('From top to hem, at the longest place.') },
  trouserLength: { name: t('Trouser length'), how: t('Down the side, with the waistband.') },
  shortsLength: { name: t('Shorts length'), how: t('Down the side, with the waistband.') },
  hem: { name: t('Hem'), how: t('Across the bottom edge, of one leg if there are two.') },
  circumference: { name: t('Circumference') },
  peak: { name: t('Peak') },
  width: { name: t('Width') },
  height: { name: t('Height') },
  handle: { name: t('Handle') },
  foot: { name: t('Foot') },
  leg: { name: t('Leg') },
}

const ORDER = Object.keys(MEASURES)

/** Compares two measures by their places in the guide. Unknown ones come last. */
export function compareMeasures(a: string, b: string): number {
  const placeOf = (name: string) => (Object.hasOwn(MEASURES, name) ? ORDER.indexOf(name) : ORDER.length)
  return placeOf(a) - placeOf(b)
}

/** A measure's heading. One that the shop doesn't know is spaced out: `backRise` is "Back rise". */
export function measureName(name: string): string {
  const known = Object.hasOwn(MEASURES, name) ? MEASURES[name]?.name : undefined
  const spaced = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return known ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** How a measure is taken, or null. */
export function howMeasured(name: string): string | null {
  return (Object.hasOwn(MEASURES, name) ? MEASURES[name]?.how : null) ?? null
}

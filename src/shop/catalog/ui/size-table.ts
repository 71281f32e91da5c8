import type { Product } from '../contract.ts'
import { FILTER_OPTIONS } from '../rules.ts'

export type Unit = 'cm' | 'in'

/** A size table ready to be shown: column names, and a row of figures for each size. */
export type Measures = { names: string[]; rows: { size: string; values: string[] }[] }

const CM_PER_INCH = 2.54
const SIZES: readonly string[] = FILTER_OPTIONS.sizes

/** Reads a product's measures into a table in one unit; null where there is nothing to show. Inches to the half. */
export function createSizeTable(measurements: Product['measurements'], unit: Unit): Measures | null {
  if (measurements === null) return null
  const inches = measurements.unit === 'in'
  const rows = Object.entries(measurements).flatMap(([size, values]) =>
    typeof values === 'object' ? [{ size, values }] : [],
  )
  const keys = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))]
  if (keys.length === 0) return null
  const write = (value: number | undefined) => (value === undefined ? '–' : figure(value, inches, unit))
  return {
    names: keys.map(words),
    rows: rows.toSorted(bySize).map(({ size, values }) => ({ size, values: keys.map((key) => write(values[key])) })),
  }
}

/** From small to large; a size that is not of the usual row comes last, as it came. The database keeps no order of keys. */
function bySize(one: { size: string }, other: { size: string }): number {
  return placeOf(one.size) - placeOf(other.size)
}

function placeOf(size: string): number {
  const place = SIZES.indexOf(size)
  return place === -1 ? SIZES.length : place
}

function figure(value: number, inches: boolean, unit: Unit): string {
  const cm = inches ? value * CM_PER_INCH : value
  return String(unit === 'cm' ? Math.round(cm * 2) / 2 : Math.round((cm / CM_PER_INCH) * 2) / 2)
}

/** `trouserLength` as a heading: "Trouser length". */
function words(key: string): string {
  const spaced = key.replace(/([A-Z])/g, ' $1').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

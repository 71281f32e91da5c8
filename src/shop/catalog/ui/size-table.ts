import type { Product } from '../contract.ts'
import { compareSizes } from '../rules.ts'

export type Unit = 'cm' | 'in'

/** A size table ready to be shown: column names, and a row of figures for each size. */
export type SizeTable = { names: string[]; rows: { size: string; values: string[] }[] }

const CM_PER_INCH = 2.54

/**
 * The size table of a product's measurements, rounded to half centimetres or half inches. Null without measurements.
 */
export function createSizeTable(measurements: Product['measurements'], unit: Unit): SizeTable | null {
  if (measurements === null) return null
  const inInches = measurements.unit === 'in'
  const rows = Object.entries(measurements).flatMap(([size, values]) =>
    typeof values === 'object' ? [{ size, values }] : [],
  )
  const keys = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))]
  if (keys.length === 0) return null
  const format = (value: number | undefined) => (value === undefined ? '–' : convert(value, inInches, unit))
  // From small to large, unknown sizes last: jsonb doesn't preserve the order of keys.
  return {
    names: keys.map(formatHeading),
    rows: rows
      .toSorted((a, b) => compareSizes(a.size, b.size))
      .map(({ size, values }) => ({ size, values: keys.map((key) => format(values[key])) })),
  }
}

function convert(value: number, inInches: boolean, unit: Unit): string {
  const cm = inInches ? value * CM_PER_INCH : value
  return String(unit === 'cm' ? Math.round(cm * 2) / 2 : Math.round((cm / CM_PER_INCH) * 2) / 2)
}

/** `trouserLength` as a heading: "Trouser length". */
function formatHeading(key: string): string {
  const spaced = key.replace(/([A-Z])/g, ' $1').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

import { roundLength, type Unit } from './explain.ts'
import { compareMeasures, howMeasured, isGirth, measureName, readMeasures } from './measures.ts'
import type { Measurements } from './size-run-rules.ts'

/** A cell's length; of a girth laid flat, with the girth all around. */
export type Cell = { length: string; round: string | null }
export type Column = { key: string; name: string; how: string | null; isGirth: boolean }
/** A size table ready to be shown: its columns, and a row of cells for each size. */
export type SizeTable = { columns: Column[]; rows: { size: string; cells: (Cell | null)[] }[] }

/**
 * The size table of a product's measurements. Girths are given laid flat, as somebody measures a piece of their own, and
 * all around, as Find my size names them: the two agree. Other lengths are rounded to half centimetres or half inches.
 * Null without measurements.
 */
export function createSizeTable(measurements: Measurements | null, unit: Unit): SizeTable | null {
  const sizes = readMeasures(measurements)
  const keys = [...new Set(sizes.flatMap(({ cm }) => Object.keys(cm)))].toSorted(compareMeasures)
  if (keys.length === 0) return null
  return {
    columns: keys.map((key) => ({ key, name: measureName(key), how: howMeasured(key), isGirth: isGirth(key) })),
    rows: sizes.map(({ size, cm }) => ({ size, cells: keys.map((key) => toCell(key, cm[key], unit)) })),
  }
}

function toCell(key: string, cm: number | undefined, unit: Unit): Cell | null {
  if (cm === undefined) return null
  if (!isGirth(key))
    return { length: String(unit === 'cm' ? Math.round(cm * 2) / 2 : roundLength(cm, unit)), round: null }
  const round = roundLength(cm, unit)
  return { length: String(round / 2), round: String(round) }
}

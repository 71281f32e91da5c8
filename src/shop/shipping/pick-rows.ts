import type { PackItem, PickRow } from './pack-contract.ts'

/** What to fetch for everything in a run, in the order of its places; what has no place comes last. */
export function pickRows(items: readonly Pick<PackItem, 'id' | 'kind' | 'orderNumber' | 'lines'>[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const { id, kind, orderNumber, lines } of items)
    for (const { count, ...piece } of lines) {
      const row = rows.get(piece.sku) ?? { ...piece, count: 0, items: [] }
      rows.set(piece.sku, { ...row, count: row.count + count, items: [...row.items, { id, kind, orderNumber, count }] })
    }
  return [...rows.values()].sort(byPlace)
}

/** Shelf 9 comes before shelf 10. */
const compare = new Intl.Collator('en-IN', { numeric: true }).compare

function byPlace(a: PickRow, b: PickRow): number {
  if (a.place === null || b.place === null) return Number(a.place === null) - Number(b.place === null) || byName(a, b)
  return compare(a.place, b.place) || byName(a, b)
}

function byName(a: PickRow, b: PickRow): number {
  return compare(a.name, b.name) || compare(a.color, b.color) || compare(a.sku, b.sku)
}

import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { branch } from './contract.ts'
import type { BranchRow } from './sql.server.ts'

const row = branch.extend({
  note: z.string(),
  hindi: z.object({ note: z.string().optional(), hours: z.string().optional() }),
  position: z.int(),
  demonstration: z.boolean(),
})

/** The stores that a change touched, as they were and as they became. */
export const listChange = z.object({ before: z.array(row), after: z.array(row) })
export type ListChange = { before: readonly BranchRow[]; after: readonly BranchRow[] }

/** What is different between two lists. */
export function changeBetween(before: readonly BranchRow[], after: readonly BranchRow[]): ListChange {
  const isIn = (rows: readonly BranchRow[], one: BranchRow) => rows.some((other) => isDeepStrictEqual(other, one))
  return {
    before: before.filter((one) => !isIn(after, one)),
    after: after.filter((one) => !isIn(before, one)),
  }
}

/** The ids of the stores that a change touched. */
export function idsOf({ before, after }: ListChange): string[] {
  return [...new Set([...before, ...after].map(({ id }) => id))]
}

/**
 * The touched stores without a change, for the list as it is now: what others changed of them in other fields stays. Null if one
 * of them isn't there any more, or is there again, or if a field of the change was changed again.
 */
export function takeBack(now: readonly BranchRow[], change: ListChange): BranchRow[] | null {
  const rows: BranchRow[] = []
  for (const id of idsOf(change)) {
    const [was, made, is] = [change.before, change.after, now].map((list) => list.find((one) => one.id === id))
    if (!made) {
      if (is || !was) return null
      rows.push(was)
      continue
    }
    if (!is || !keeps(is, was ? differing(was, made) : { ...made, position: is.position })) return null
    if (was) rows.push({ ...is, ...differing(made, was) })
  }
  return rows
}

/** The fields in which a row differs from another one, as it has them. */
function differing(other: BranchRow, row: BranchRow): Partial<BranchRow> {
  // Safe cast: the keys of a row.
  const names = (Object.keys(row) as (keyof BranchRow)[]).filter((name) => !isDeepStrictEqual(row[name], other[name]))
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function keeps(row: BranchRow, fields: Partial<BranchRow>): boolean {
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(row[name as keyof BranchRow], value))
}

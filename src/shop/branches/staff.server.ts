import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import type { Actor } from '#platform/api/identity.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { branch, openingHours } from './contract.ts'
import { replaceBranches, type StoredBranch } from './sql.server.ts'

export interface BranchesReport {
  ok: boolean
  stores: number
  errors: { line: number; message: string }[]
}

const requiredText = (max: number) => z.string().trim().min(1, 'is missing').max(max)
const optionalText = (max: number) => z.string().trim().max(max).default('')
const degrees = (max: number) => {
  const error = `must be a number of degrees from -${max} to ${max}`
  return z.number({ error }).min(-max, error).max(max, error)
}
const branchRow = z.object(
  {
    ...branch.shape,
    id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase letters, digits and hyphens'),
    name: requiredText(120),
    address: requiredText(300),
    lat: degrees(90),
    lng: degrees(180),
    status: z.enum(['Open', 'Closed'], { error: 'must be Open or Closed' }),
    phone: optionalText(40),
    hours: optionalText(120),
    opening: z.array(openingHours).max(14).default([]),
    note: optionalText(120),
    hindi: z.strictObject({ note: optionalText(120).optional(), hours: optionalText(120).optional() }).default({}),
  },
  { error: 'must be a store as a JSON object' },
)

/**
 * Replaces the list of stores with JSON Lines, each `{id, name, address, lat, lng, status, phone?, hours?, opening?, note?,
 * hindi?}`. One
 * invalid line, and nothing is written. `errors` have the line number; an empty file is an error in line 0.
 */
export async function importBranches(
  db: Kysely<Tables>,
  actor: Actor,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<BranchesReport> {
  const { stores, errors } = await readBranchLines(lines)
  if (stores.length === 0 && errors.length === 0) errors.push({ line: 0, message: 'There are no stores in this file.' })
  const report = { ok: errors.length === 0, stores: stores.length, errors }
  if (!report.ok) return report
  const write = async (tx: Transaction<Tables>) => {
    await replaceBranches(tx, stores)
    const after = { stores: stores.length }
    await writeAudit(tx, actor, { action: 'stores.import', subject: 'stores', before: null, after })
  }
  // Safe cast: Kysely sets `isTransaction` on its own transactions.
  await (db.isTransaction ? write(db as Transaction<Tables>) : db.transaction().execute(write))
  return report
}

async function readBranchLines(lines: AsyncIterable<string> | Iterable<string>) {
  const stores: StoredBranch[] = []
  const errors: BranchesReport['errors'] = []
  const lineOf = new Map<string, number>()
  let number = 0
  for await (const line of lines) {
    number++
    const parsed = readBranch(line)
    if (parsed === null) continue
    if (typeof parsed === 'string') errors.push({ line: number, message: parsed })
    else if (lineOf.has(parsed.id))
      errors.push({ line: number, message: `The id ${parsed.id} is in line ${lineOf.get(parsed.id)} too.` })
    else {
      lineOf.set(parsed.id, number)
      stores.push(parsed)
    }
  }
  return { stores, errors }
}

/** A store, or what's wrong with its line. Null for a blank line. */
function readBranch(line: string): StoredBranch | string | null {
  const text = line.replace(/^\ufeff/, '').trim()
  if (text === '') return null
  try {
    const outcome = branchRow.safeParse(JSON.parse(text), { error: fieldErrors })
    if (outcome.success) return outcome.data
    return outcome.error.issues.map((issue) => formatIssue(issue, 'The line')).join('; ')
  } catch {
    return 'This line isn’t JSON.'
  }
}

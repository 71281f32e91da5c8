import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { id } from '#platform/api/fields.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import type { Tables } from '../tables.server.ts'
import { toOffer } from './sql.server.ts'
import { addInTransaction, type Change, changeInTransaction } from './staff.server.ts'
import { type NewOffer, newOffer, type StaffOffer } from './staff-contract.ts'
import { readOffer } from './staff-sql.server.ts'
import { newTerms, termsOf } from './terms.ts'

/** A line of the file of offers: what staff write of one, with its id and state. */
export function offerLine(offer: StaffOffer): string {
  const { used: _, spent: __, version: ___, batch: ____, createdAt: _____, ...written } = offer
  return JSON.stringify(written)
}

export interface ImportedOffers {
  added: number
  changed: number
  unchanged: number
}

const line = newOffer.extend({ id: id.optional() })

/**
 * Adds the offers of a file (`offerLine`), and changes those that the shop has by their ids: all or nothing. An offer
 * that is there keeps its state. With `dryRun` it only counts. Refused: the first line that is wrong, by its number.
 */
export async function importOffers(
  db: Kysely<Tables>,
  change: Change,
  lines: AsyncIterable<string> | Iterable<string>,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Result<ImportedOffers, 'invalid_input'>> {
  const read: { number: number; written: NewOffer & { id?: string | undefined } }[] = []
  let number = 0
  for await (const text of lines) {
    number++
    if (text.trim() === '') continue
    const parsed = line.safeParse(parseJson(text), { error: fieldErrors })
    if (!parsed.success)
      return refuseLine(number, parsed.error.issues.map((issue) => formatIssue(issue, 'the line')).join(' '))
    read.push({ number, written: parsed.data })
  }
  const report: ImportedOffers = { added: 0, changed: 0, unchanged: 0 }
  const result = await transact<Tables, ImportedOffers, 'invalid_input'>(db, async (tx) => {
    for (const { number, written } of read) {
      const { id, state: _, ...fields } = written
      const row = id === undefined ? undefined : await readOffer(tx, id)
      const isSame = row !== undefined && isDeepStrictEqual(termsOf(toOffer(row)), newTerms(fields))
      if (isSame) report.unchanged++
      else if (row) report.changed++
      else report.added++
      if (isSame) continue
      const done = row
        ? await changeInTransaction(tx, change, row.id, newTerms(fields))
        : await addInTransaction(tx, change, written)
      if (!done.ok) return refuseLine(number, done.message)
    }
    // Nothing of it stays.
    return dryRun ? refuse('invalid_input', DRY) : ok(report)
  })
  return !result.ok && result.message === DRY ? ok(report) : result
}

const DRY = 'dry run'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const refuseLine = (number: number, message: string) => refuse('invalid_input', `line ${number}: ${message}`)

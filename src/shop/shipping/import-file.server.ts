import { createHash } from 'node:crypto'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { importTracking, type TrackingReport } from './import-tracking.server.ts'

/** What a carrier's file does, or would do. `id` stands for the file and for this difference. */
export type FileReport = TrackingReport & { id: string }

/** What a carrier's file would do. Nothing is written. */
export async function previewFile(context: StaffContext, bytes: Uint8Array): Promise<FileReport> {
  const report = await importTracking(context, linesOf(bytes), { dryRun: true })
  return { ...report, id: idOf(bytes, report) }
}

/**
 * Imports the file whose difference was shown under this id, all or nothing. Refused: another file, a difference that
 * isn't the same any more, or one with errors.
 */
export async function importFile(
  context: StaffContext,
  bytes: Uint8Array,
  id: string,
): Promise<Result<FileReport, 'conflict'>> {
  const report = await importTracking(context, linesOf(bytes), { confirm: (shown) => idOf(bytes, shown) === id })
  if (report.dryRun)
    return refuse(
      'conflict',
      'Something has changed since this file was checked. Nothing was imported. Please choose it again.',
    )
  if (!report.ok) return refuse('conflict', 'This file has errors, so nothing was imported.')
  return ok({ ...report, id })
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split(/\r?\n/)
}

function idOf(bytes: Uint8Array, report: TrackingReport): string {
  const { shipped, updated, already, skipped, delivered, notes, errors } = report
  const parcels = shipped.map(({ orderId, carrier, tracking, pieces }) => [orderId, carrier, tracking, pieces])
  const difference = JSON.stringify([parcels, updated, already, skipped, delivered, notes, errors])
  return createHash('sha256').update(bytes).update(difference).digest('base64url').slice(0, 22)
}

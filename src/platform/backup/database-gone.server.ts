import { isUnavailable } from '../db/failures.server.ts'
import { StoreError } from '../files/store-error.ts'
import { BackupError } from './contents.ts'

/** PostgreSQL's code for a full disk, for which operators have a sentence of their own. */
const DISK_FULL = '53100'

/** A sentence for the operator in place of the driver's, if the database went away; any other error as it is. */
export function explainDatabaseGone(error: unknown, wasDone: 'made' | 'restored'): unknown {
  if (error instanceof BackupError || error instanceof StoreError || !isUnavailable(error)) return error
  if (error instanceof Error && 'code' in error && error.code === DISK_FULL) return error
  return new BackupError(`The database went away, so nothing was ${wasDone}; try again when it’s back.`, {
    cause: error,
  })
}

import { BackupError } from '#platform/backup/contents.ts'
import { ConfigError } from '#platform/config.server.ts'
import { DataDirBusyError } from '#platform/db/directory-lock.server.ts'
import { StoreError } from '#platform/files/store-error.ts'
import { CommandError } from './command.ts'

/** Their messages are for the operator. */
const OPERATORS = [CommandError, ConfigError, DataDirBusyError, BackupError, StoreError]

/** The code of PostgreSQL and that of the operating system for a full disk. */
const DISK_FULL = ['53100', 'ENOSPC']

/** One line for the operator, or an unexpected error's stack with LOG_LEVEL=debug. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (OPERATORS.some((type) => error instanceof type)) return error.message
  if ('code' in error && DISK_FULL.includes(String(error.code)))
    return 'The disk is full, so nothing was changed. Free some space (`doctor` says how much there is) and try again.'
  if (/^(?:debug|trace)$/.test(process.env.LOG_LEVEL ?? '') && error.stack) return error.stack
  const [line = ''] = error.message.split('\n', 1)
  return `${line || error.name} (LOG_LEVEL=debug prints more.)`
}

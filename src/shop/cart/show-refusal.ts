import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import type { ChangeResult } from './client.ts'

/** Says why a change was refused, or that there was no connection, with a Retry button. */
export function showRefusal(result: ChangeResult, retry: () => unknown): void {
  if (result.kind === 'refused') showToast(result.message, { tone: 'bad' })
  if (result.kind === 'unsent') showRetry(result.message, retry)
}

/** The same for an undo, which says so too if the server failed or the login has ended. */
export function showUndoFailure(result: ChangeResult, retry: () => unknown): void {
  if (result.kind === 'failed' || result.kind === 'no-user') showRetry(NOT_UNDONE, retry)
  else showRefusal(result, retry)
}

function showRetry(message: string, retry: () => unknown): void {
  showToast(message, { tone: 'bad', action: { label: t('Try again'), onPress: () => void retry() } })
}

const NOT_UNDONE = t('That couldn’t be undone.')

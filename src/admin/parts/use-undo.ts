import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { failureText } from './failure-text.ts'

/** Long enough to read and to reach; it stands still while it's hovered or focused. */
const UNDO_MS = 10_000

const undoChange = (undo: string) => call('POST /undo/{id}', { params: { id: undo } }, { idempotencyKey: undo })

/** Takes changes back, the last one first. @returns the undo ids of those that stay, and why, by the first failure */
export async function undoAll(undos: readonly string[]): Promise<{ left: string[]; why: string | null }> {
  const left: string[] = []
  let why: string | null = null
  for (const undo of undos.toReversed()) {
    const result = await undoChange(undo)
    if (result.ok) continue
    left.unshift(undo)
    why ??= failureText(result)
  }
  return { left, why }
}

/** Takes a change back by its undo id, and says whether that worked. */
export function useUndoById(): (undo: string) => Promise<void> {
  const { revalidate } = useRevalidator()
  return async (undo) => {
    const result = await undoChange(undo)
    showToast(result.ok ? t('Undone.') : failureText(result), { tone: result.ok ? 'ok' : 'bad', ms: UNDO_MS })
    void revalidate()
  }
}

/** Says that something was done and, with an undo id of the server, offers to take it back. */
export function useUndo(): (text: string, undo: string | null) => void {
  const takeBack = useUndoById()
  return (text, undo) => {
    const action =
      undo === null ? {} : { ms: UNDO_MS, action: { label: t('Undo'), onPress: () => void takeBack(undo) } }
    showToast(text, { tone: 'ok', ...action })
  }
}

import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import type { ChangeResult } from './client.ts'
import type { CartLine } from './contract.ts'
import { lineChanged, notEnough } from './messages.ts'
import { showRefusal, showUndoFailure } from './show-refusal.ts'
import { isSameLine, type SelectedLine, selectionOf } from './waiting-lines.ts'

/** A colour and size of the line's product, and how many are left of it. */
export type Chosen = { color: string; size: string; quantity: number }

/** Replaces a line of a list by others, all of it or nothing. */
type Replace = (line: SelectedLine & { _id: string }, lines: readonly SelectedLine[]) => Promise<ChangeResult>

/**
 * The change of a line to another colour or size: what replaces the line, and what takes that back. The quantity is
 * added up with a line that is there already, up to what's left; `wanted` is the sum before that.
 */
export function planChange(lines: readonly CartLine[], line: CartLine, { color, size, quantity: left }: Chosen) {
  const selection = selectionOf(line)
  const target = { ...selection, color, size }
  const same = lines.map(selectionOf).find((other) => isSameLine(other, target))
  const wanted = line.quantity + (same?.quantity ?? 0)
  const to = { ...target, quantity: Math.max(1, Math.min(wanted, left)) }
  return { to, back: same ? [selection, same] : [selection], wanted }
}

/** Changes the colour and size of a line, says so in a toast, and offers Undo. */
export async function changeLine(
  lines: readonly CartLine[],
  line: CartLine,
  chosen: Chosen,
  replace: Replace,
): Promise<void> {
  if (chosen.color === line.color && chosen.size === line.size) return
  const { to, back, wanted } = planChange(lines, line, chosen)
  const result = await replace({ ...selectionOf(line), _id: line._id }, [to])
  showRefusal(result, () => changeLine(lines, line, chosen, replace))
  if (result.kind !== 'done') return
  const undo = async () => {
    showUndoFailure(await replace({ ...to, _id: line._id }, back), undo)
  }
  const few = wanted > to.quantity ? ` ${notEnough({ ...to, name: line.productId.name }, chosen.quantity)}` : ''
  showToast(lineChanged(to) + few, { tone: 'ok', action: { label: t('Undo'), onPress: () => void undo() } })
}

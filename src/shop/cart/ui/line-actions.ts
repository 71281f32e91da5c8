import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { addToCart, changeQuantity, deleteCartLine } from '../client.ts'
import type { CartLine } from '../contract.ts'
import { nextQuantity } from '../next-quantity.ts'
import { showRefusal, showUndoFailure } from '../show-refusal.ts'
import { selectionOf } from '../waiting-lines.ts'

/** Increase or Decrease; `tooSmall` is the message below 1, which differs in the drawer (SPEC 5). */
export function changeLineQuantity(line: CartLine, wanted: number, tooSmall: string): void {
  const step = nextQuantity(line, wanted, tooSmall)
  if (step.kind === 'to') changeQuantity(line, step.quantity)
  else showToast(step.message, { tone: 'bad' })
}

/** Removes a line and offers Undo. False if that failed. */
export async function removeLine(line: CartLine): Promise<boolean> {
  const result = await deleteCartLine(line._id)
  showRefusal(result, () => removeLine(line))
  if (result.kind !== 'done') return false
  showToast(result.message, { tone: 'ok', action: { label: t('Undo'), onPress: () => void restore(line) } })
  return true
}

async function restore(line: CartLine): Promise<void> {
  showUndoFailure(await addToCart(selectionOf(line)), () => restore(line))
}

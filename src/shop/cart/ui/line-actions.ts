import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { addToCart, changeQuantity, deleteCartLine } from '../client.ts'
import type { CartLine } from '../contract.ts'
import { nextQuantity } from '../next-quantity.ts'
import { selectionOf } from '../pending-line.ts'

/** Increase or Decrease; `tooSmall` is the message below 1, which differs in the drawer (SPEC 5). */
export function changeLineQuantity(line: CartLine, wanted: number, tooSmall: string): void {
  const step = nextQuantity(line, wanted, tooSmall)
  if (step.kind === 'to') changeQuantity(line, step.quantity)
  else showToast(step.message, { tone: 'bad' })
}

/** Removes a line and offers Undo. False where that failed. */
export async function removeLine(line: CartLine): Promise<boolean> {
  const done = await deleteCartLine(line._id)
  if (done === null) return false
  showToast(done, { tone: 'ok', action: { label: t('Undo'), onPress: () => void restore(line) } })
  return true
}

async function restore(line: CartLine): Promise<void> {
  const outcome = await addToCart(selectionOf(line))
  if (outcome.kind === 'refused') showToast(outcome.message, { tone: 'bad' })
}

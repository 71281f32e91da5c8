import { showToast } from '#ui/toast-store.ts'
import type { CartLine } from '../contract.ts'
import { stepTo } from '../next-quantity.ts'
import { addToCart, changeQuantity, choiceOf, deleteCartLine } from '../queries.ts'

/** A press on a line's stepper; `tooSmall` is the sentence below 1, which differs in the drawer (SPEC 5). */
export function stepLine(line: CartLine, wanted: number, tooSmall: string): void {
  const step = stepTo(line, wanted, tooSmall)
  if (step.kind === 'to') changeQuantity(line, step.quantity)
  else showToast(step.message, { tone: 'bad' })
}

/** Takes a line out and offers to put it back. False: it is still there, and that was logged. */
export async function removeLine(line: CartLine): Promise<boolean> {
  const done = await deleteCartLine(line._id)
  if (done === null) return false
  showToast(done, { tone: 'ok', action: { label: 'Undo', onPress: () => void putBack(line) } })
  return true
}

async function putBack(line: CartLine): Promise<void> {
  const outcome = await addToCart(choiceOf(line))
  if (outcome.kind === 'refused') showToast(outcome.message, { tone: 'bad' })
}

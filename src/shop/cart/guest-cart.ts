import { logProblem } from '#platform/browser/log-problem.ts'
import { showToast } from '#ui/toast-store.ts'
import { api } from '../api.ts'
import { dropGuestLine, dropGuestLines, readGuestLines, setGuestLine, withGuestLine } from './guest-lines.ts'
import { GUEST_CART_FULL, GUEST_LINES, noLongerSold } from './guest-rules.ts'
import { notEnough, PRODUCT_NOT_FOUND } from './messages.ts'
import { isSameLine, type SelectedLine, selectionOf } from './pending-line.ts'

export { countGuestLines, dropGuestLine, setGuestLine } from './guest-lines.ts'

/*
 * A visitor's cart: product, colour, size and quantity are stored on the device, all else comes from the server (decision 018).
 */

/** The visitor's lines with current prices. Lines whose product is no longer sold are removed, and a toast says so. */
export async function requestGuestCart() {
  const lines = readGuestLines()
  const response = await priceLines(lines)
  if (!response.ok) return response
  const gone = lines.filter((line) => !response.data.cart.some((shown) => isSameLine(line, selectionOf(shown))))
  for (const line of gone) dropGuestLine(line)
  if (gone.length > 0) showToast(noLongerSold(gone.length), { tone: 'bad' })
  return response
}

/** Sets a line. Returns the response with the new cart, or the refusal that the server would give a customer. */
export async function addGuestLine(line: SelectedLine) {
  const lines = withGuestLine(line)
  if (lines.length > GUEST_LINES) return refused(GUEST_CART_FULL)
  const response = await priceLines(lines)
  if (!response.ok) return response
  const shown = response.data.cart.find((other) => isSameLine(line, selectionOf(other)))
  if (shown === undefined) return refused(PRODUCT_NOT_FOUND)
  if (line.quantity > shown.available)
    return refused(notEnough({ ...line, name: shown.productId.name }, shown.available))
  // Where the browser stores nothing, the shopper has to log in: only an account can store it.
  if (!setGuestLine(line)) return { ok: false, status: 0, message: '' } as const
  return response
}

function refused(message: string) {
  return { ok: false, status: 409, message } as const
}

function priceLines(lines: SelectedLine[]) {
  return api('POST /user/guestCart', { body: { lines } })
}

let merging: Promise<void> | null = null

/** After a login: merges the device's lines into the account's cart. They stay on the device until the server has them. */
export function mergeGuestCart(userId: string): Promise<void> {
  // Other tabs wait for the lock and then find no lines. Without locks two may merge the same lines, which is harmless.
  merging ??= (navigator.locks?.request('guest-cart', () => merge(userId)) ?? merge(userId)).finally(() => {
    merging = null
  })
  return merging
}

async function merge(userId: string): Promise<void> {
  const lines = readGuestLines()
  if (lines.length === 0) return dropGuestLines()
  const response = await api('POST /user/mergeCart', { body: { userId, lines } })
  // Lines that the server rejects as invalid would be rejected at every login.
  if (response.status === 400) return dropGuestLines()
  if (!response.ok) return logProblem('The cart of this device was not merged', response.status)
  for (const line of lines) dropGuestLine(line)
  if (response.data.notices.length > 0) showToast(response.data.notices.join(' '), { tone: 'bad' })
}

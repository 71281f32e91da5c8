import { logProblem } from '#platform/browser/log-problem.ts'
import { showToast } from '#ui/toast-store.ts'
import { api } from '../api.ts'
import { GUEST_CART_FULL, GUEST_LINES, noLongerSold, notEnough, PRODUCT_NOT_FOUND } from './messages.ts'
import { hasGuestCart, isGuestCartEnabled } from './ui/cart-drawer-state.ts'
import { guestLines, isSameLine, type SelectedLine, selectionOf } from './waiting-lines.ts'

/*
 * The calls of a guest's cart: product, colour, size and quantity are stored on the device, all else comes from the
 * server (decision 018).
 */

/** The guest's lines with current prices. Lines whose product is no longer sold are removed, and a toast says so. */
export async function requestGuestCart() {
  const lines = guestLines.read()
  const response = await priceLines(lines)
  if (!response.ok) return response
  const gone = lines.filter((line) => !response.data.cart.some((shown) => isSameLine(line, selectionOf(shown))))
  for (const line of gone) guestLines.drop(line)
  if (gone.length > 0) showToast(noLongerSold(gone.length), { tone: 'bad' })
  return response
}

/** Sets a line. Returns the response with the new cart, or the refusal that the server would give a customer. */
export async function addGuestLine(line: SelectedLine) {
  return storeIfSold(guestLines.with(line), [line])
}

/** Replaces a line by others; the same for a change of colour or size. */
export async function replaceGuestLine(line: SelectedLine, replacements: readonly SelectedLine[]) {
  return storeIfSold(guestLines.replacing(line, replacements), replacements)
}

/** Stores `lines` if the shop sells `changed`, which are among them, and returns the response with the new cart. */
async function storeIfSold(lines: SelectedLine[], changed: readonly SelectedLine[]) {
  if (lines.length > GUEST_LINES) return refused(GUEST_CART_FULL)
  const response = await priceLines(lines)
  if (!response.ok) return response
  for (const line of changed) {
    const shown = response.data.cart.find((other) => isSameLine(line, selectionOf(other)))
    if (shown === undefined) return refused(PRODUCT_NOT_FOUND)
    if (line.quantity > shown.available)
      return refused(notEnough({ ...line, name: shown.productId.name }, shown.available))
  }
  // If the browser stores nothing, the shopper has to log in: only an account can store it.
  if (!guestLines.write(lines)) return { ok: false, status: 400, message: '' } as const
  return response
}

/** The number of items in a guest's cart, or 0 if the shop has no guest carts. */
export function countGuestLines(): number {
  return isGuestCartEnabled() ? guestLines.read().reduce((sum, { quantity }) => sum + quantity, 0) : 0
}

function refused(message: string) {
  return { ok: false, status: 409, message } as const
}

function priceLines(lines: SelectedLine[]) {
  return api('POST /user/guestCart', { body: { lines } })
}

const merging: { current: Promise<void> | null } = { current: null }

/**
 * After a login: merges the device's lines into the account's cart. They stay on the device until the server has them.
 */
export async function mergeGuestCart(userId: string): Promise<void> {
  if (!hasGuestCart()) return
  // Other tabs wait for the lock and then find no lines. Without locks two may merge the same lines, which is harmless.
  merging.current ??= navigator.locks?.request('guest-cart', () => merge(userId)) ?? merge(userId)
  await merging.current.catch((error: unknown) => logProblem('The cart of this device wasn’t merged', error))
  merging.current = null
}

async function merge(userId: string): Promise<void> {
  const lines = guestLines.read()
  if (lines.length === 0) return void guestLines.clear()
  const response = await api('POST /user/mergeCart', { body: { userId, lines } })
  // Lines that the server rejects as invalid would be rejected at every login.
  if (response.status === 400) return void guestLines.clear()
  if (!response.ok) return logProblem('The cart of this device wasn’t merged', response.status)
  for (const line of lines) guestLines.drop(line)
  if (response.data.notices.length > 0) showToast(response.data.notices.join(' '), { tone: 'bad' })
}

import type { ApiResult } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { showToast } from '#ui/toast-store.ts'
import type { CartLine } from './contract.ts'
import { hasGuestLines } from './guest-lists.ts'
import { GUEST_LINES, notEnough, PRODUCT_NOT_FOUND } from './messages.ts'
import { type GuestLines, isSameLine, type SelectedLine, selectionOf } from './waiting-lines.ts'

/** The calls of a list, and the sentences that differ. */
type Parts = {
  lines: GuestLines
  /** The lines with current prices; without those whose product is no longer sold. */
  price: (lines: SelectedLine[]) => Promise<ApiResult<{ cart: CartLine[] }>>
  merge: (userId: string, lines: SelectedLine[]) => Promise<ApiResult<{ notices: string[] }>>
  /** Refuses the 51st line. */
  full: string
  noLongerSold: (count: number) => string
  /** The quantity allowed of what's sold out. */
  maxWhenSoldOut: number
}

/**
 * The calls of a guest's list: product, colour, size and quantity are stored on the device, all else comes from the
 * server (decision 018).
 */
export function createGuestList({ lines: device, price, merge, full, noLongerSold, maxWhenSoldOut }: Parts) {
  let merging: Promise<void> | null = null

  /** Stores `lines` if the shop sells `changed`, which are among them, and returns the response with the new list. */
  async function storeIfSold(lines: SelectedLine[], changed: readonly SelectedLine[]) {
    if (lines.length > GUEST_LINES) return refused(full)
    const response = await price(lines)
    if (!response.ok) return response
    for (const line of changed) {
      const shown = response.data.cart.find((other) => isSameLine(line, selectionOf(other)))
      if (shown === undefined) return refused(PRODUCT_NOT_FOUND)
      if (line.quantity > Math.max(shown.available, maxWhenSoldOut))
        return refused(notEnough({ ...line, name: shown.productId.name }, shown.available))
    }
    // If the browser stores nothing, the shopper has to log in: only an account can store it.
    if (!device.write(lines)) return { ok: false, status: 400, message: '' } as const
    return response
  }

  async function mergeLines(userId: string): Promise<void> {
    const lines = device.read()
    if (lines.length === 0) return void device.clear()
    const response = await merge(userId, lines)
    // Lines that the server rejects as invalid would be rejected at every login.
    if (response.status === 400) return void device.clear()
    if (!response.ok) return logProblem(`The ${device.list} of this device wasn’t merged`, response.status)
    for (const line of lines) device.drop(line)
    if (response.data.notices.length > 0) showToast(response.data.notices.join(' '), { tone: 'bad' })
  }

  return {
    /** The guest's lines with current prices. Those whose product is no longer sold are removed, and a toast says so. */
    async request() {
      const lines = device.read()
      const response = await price(lines)
      if (!response.ok) return response
      const gone = lines.filter((line) => !response.data.cart.some((shown) => isSameLine(line, selectionOf(shown))))
      for (const line of gone) device.drop(line)
      if (gone.length > 0) showToast(noLongerSold(gone.length), { tone: 'bad' })
      return response
    },
    /** Sets a line. Returns the response with the new list, or the refusal that the server would give a customer. */
    set: (line: SelectedLine) => storeIfSold(device.with(line), [line]),
    /** Replaces a line by others; the same for a change of colour or size. */
    replace: (line: SelectedLine, others: readonly SelectedLine[]) =>
      storeIfSold(device.replacing(line, others), others),
    /** After a login: merges the device's lines into the account's. They stay on the device until the server has them. */
    async merge(userId: string): Promise<void> {
      if (!hasGuestLines(device.list)) return
      // Other tabs wait for the lock and then find no lines. Without locks two may merge the same lines, which is harmless.
      merging ??= navigator.locks?.request(`guest-${device.list}`, () => mergeLines(userId)) ?? mergeLines(userId)
      await merging.catch((error: unknown) => logProblem(`The ${device.list} of this device wasn’t merged`, error))
      merging = null
    },
  }
}

function refused(message: string) {
  return { ok: false, status: 409, message } as const
}

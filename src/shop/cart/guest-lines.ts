import { readStored, writeStored } from '#platform/browser/local-store.ts'
import { isRecord } from '../is-record.ts'
import { GUEST_LINES } from './guest-rules.ts'
import { GUEST_CART_KEY, isGuestCartEnabled, isSameLine, parseSelectedLine, type SelectedLine } from './pending-line.ts'

const VERSION = 1

/** The lines that a visitor put into the cart on this device, oldest first; none where the stored value is invalid. */
export function readGuestLines(): SelectedLine[] {
  const value = readStored(GUEST_CART_KEY)
  if (!isRecord(value) || value.version !== VERSION || !Array.isArray(value.lines)) return []
  const lines = value.lines.map(parseSelectedLine)
  const isValid = (line: SelectedLine | null) => line !== null && Number.isInteger(line.quantity) && line.quantity > 0
  return lines.every(isValid) ? lines.filter((line) => line !== null).slice(0, GUEST_LINES) : []
}

/** Sets a line's quantity, and adds the line where there is none. False where the browser stores nothing. */
export function setGuestLine(line: SelectedLine): boolean {
  return write(withGuestLine(line))
}

/** The stored lines with this one set, without storing them. */
export function withGuestLine(line: SelectedLine): SelectedLine[] {
  const lines = readGuestLines()
  const known = lines.findIndex((other) => isSameLine(line, other))
  return known === -1 ? [...lines, line] : lines.with(known, line)
}

export function dropGuestLine(line: SelectedLine): void {
  write(readGuestLines().filter((other) => !isSameLine(line, other)))
}

export function dropGuestLines(): void {
  write([])
}

/** The number of items in a visitor's cart; 0 in a shop without carts for visitors. */
export function countGuestLines(): number {
  return isGuestCartEnabled() ? readGuestLines().reduce((sum, { quantity }) => sum + quantity, 0) : 0
}

function write(lines: readonly SelectedLine[]): boolean {
  return writeStored(GUEST_CART_KEY, lines.length === 0 ? null : { version: VERSION, lines })
}

import { plainCode } from '#platform/text/typed.ts'

/** A PIN code of India without spaces. */
export const PIN = /^[1-9]\d{5}$/

/** The PIN code in typed text, which may have spaces. Null for anything else. */
export function readPin(text: string): string | null {
  const digits = plainCode(text).replace(/\s/g, '')
  return PIN.test(digits) ? digits : null
}

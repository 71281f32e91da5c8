import { createHmac, timingSafeEqual } from 'node:crypto'

const HEX_256 = /^[0-9a-f]{64}$/

/** True if `signature` is the lower-case hex HMAC-SHA256 of `message`, compared in constant time (ASVS 11.2.4). */
export function isSigned(secret: string, message: string | Uint8Array, signature: string): boolean {
  if (!HEX_256.test(signature)) return false
  const expected = createHmac('sha256', secret).update(message).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

import { randomBytes } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** What the provider gives ids to; the name is the id's prefix. */
export type IdKind = 'order' | 'pay' | 'rfnd' | 'evt'

/** A new provider id: the prefix and 14 base62 signs, as the real provider writes them (83 bits, not guessable). */
export function newId(kind: IdKind): string {
  let id = ''
  while (id.length < 14) {
    for (const byte of randomBytes(20)) {
      // 248 = 4 x 62: bytes above it would favour the first letters.
      if (byte < 248 && id.length < 14) id += BASE62.charAt(byte % 62)
    }
  }
  return `${kind}_${id}`
}

/** An unguessable name for one dialog: 32 random bytes, base64url. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

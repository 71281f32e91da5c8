import { createHash, randomBytes } from 'node:crypto'

/**
 * A new unguessable id: 128 random bits, 22 characters of base64url (CONTRACT, The API). It never starts with a dash,
 * which an operator's command would read as an option.
 */
export function newId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url')
    if (!id.startsWith('-')) return id
  }
}

/** A new secret for a bearer or a link: 256 random bits, 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash that is stored instead of a secret, so that a copy of the database can't be used to log in. */
export function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

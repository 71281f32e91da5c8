import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { Decrypter } from 'age-encryption'
import { BackupError } from './contents.ts'

/**
 * Keys of age (https://age-encryption.org/v1), whose files other programs open too. `recipients` are public, `age1…`;
 * `identities` are secret, `AGE-SECRET-KEY-1…`.
 */
export interface BackupKeys {
  recipients: readonly string[]
  identities: readonly string[]
}

export const NO_KEYS: BackupKeys = { recipients: [], identities: [] }

/** How every file of age begins. */
export const AGE_START = Buffer.from('age-encryption.org/v1')

/** Its modules are loaded with the first key: a start doesn't need them. */
const importAge = () => import('age-encryption')

const isRecipient = (text: string) => /^age1[a-z0-9]{20,}$/.test(text)
const isIdentity = (text: string) => /^AGE-SECRET-KEY-[A-Z0-9-]{20,}$/i.test(text)

/**
 * The keys in a text, one a line or separated by commas; lines that begin with # are comments, as `age-keygen` writes
 * them. Null if there is none, or anything else. What a secret key opens can be encrypted with it too.
 */
export async function parseKeys(text: string): Promise<BackupKeys | null> {
  const lines = text
    .split('\n')
    .filter((line) => !line.trim().startsWith('#'))
    .flatMap((line) => line.split(','))
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const identities = lines.filter(isIdentity)
  const recipients = lines.filter(isRecipient)
  if (lines.length === 0 || identities.length + recipients.length < lines.length) return null
  const { Encrypter, identityToRecipient } = await importAge()
  try {
    const own = await Promise.all(identities.map((identity) => identityToRecipient(identity)))
    for (const recipient of recipients) new Encrypter().addRecipient(recipient)
    return { identities, recipients: [...new Set([...recipients, ...own])] }
  } catch {
    return null
  }
}

/** @throws {BackupError} if the file has no keys, or none can be read */
export async function readKeyFile(path: string): Promise<BackupKeys> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The key file ${path} can’t be read (${error.code ?? error.message}).`)
  })
  const keys = await parseKeys(text)
  if (keys) return keys
  throw new BackupError(`${path} has no key of age: a line that begins with age1 or AGE-SECRET-KEY-.`)
}

/** The stream encrypted to all recipients, or itself if there are none. */
export async function encryptStream(stream: Readable, { recipients }: BackupKeys): Promise<Readable> {
  if (recipients.length === 0) return stream
  return fromWeb(await (await encrypterFor(recipients)).encrypt(toWeb(stream)))
}

/** @throws {BackupError} if the keys don't open it */
export async function decryptStream(stream: Readable, keys: BackupKeys): Promise<Readable> {
  return fromWeb(await withIdentities(keys, (decrypter) => decrypter.decrypt(toWeb(stream))))
}

export async function encryptBytes(bytes: Uint8Array, { recipients }: BackupKeys): Promise<Uint8Array> {
  return (await encrypterFor(recipients)).encrypt(bytes)
}

async function encrypterFor(recipients: readonly string[]) {
  const { Encrypter } = await importAge()
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

/** @throws {BackupError} if the keys don't open it */
export function decryptBytes(bytes: Uint8Array, keys: BackupKeys): Promise<Uint8Array> {
  return withIdentities(keys, (decrypter) => decrypter.decrypt(bytes))
}

async function withIdentities<T>({ identities }: BackupKeys, use: (decrypter: Decrypter) => Promise<T>): Promise<T> {
  if (identities.length === 0)
    throw new BackupError('The backup is encrypted; name the file with its secret key: --key-file FILE.')
  const { Decrypter } = await importAge()
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return await use(decrypter)
  } catch (error) {
    throw new BackupError('The backup is encrypted with another key than that of the key file.', { cause: error })
  }
}

// Safe casts: Node's web streams are those of the DOM, under another type.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as WebStream)

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** CBOR (RFC 8949) of what an attestation holds: small integers, texts, bytes and maps. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  // Safe casts: the maps below.
  const parts = [...value].flatMap(([key, part]) => [cbor(key as number | string), cbor(part as Uint8Array)])
  return Buffer.concat([head(5, value.size), ...parts])
}

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count])
  return count < 256 ? Buffer.from([(type << 5) | 24, count]) : Buffer.from([(type << 5) | 25, count >> 8, count & 255])
}

const PRESENT_AND_VERIFIED = 0x05
const WITH_CREDENTIAL = 0x40

/** An authenticator in software, with one ES256 key (WebAuthn level 3, sections 6.1 and 6.5). */
export function createSoftPasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  function authenticatorData(flags: number, rest: Uint8Array = Buffer.alloc(0)): Buffer {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, rest])
  }

  const answer = <Response>(response: Response) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    /** The answer to the options of a registration. */
    register(challenge: string, flags = PRESENT_AND_VERIFIED) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, credentialId.length])
      const rest = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)])
      const authData = authenticatorData(flags | WITH_CREDENTIAL, rest)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The answer to the options of a sign-in. */
    signIn(challenge: string, flags = PRESENT_AND_VERIFIED) {
      const [client, data] = [clientData('webauthn.get', challenge), authenticatorData(flags)]
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}

import { gzipSync } from 'node:zlib'
import { chooseEncoding } from '../cache/cached-response.server.ts'
import type { PlainResponse } from './plain-response.server.ts'

/** Smaller bodies fit into one packet. */
const MIN_COMPRESSED_BYTES = 1500
/** With the default window zlib allocates 256 KB for each response, which takes two thirds of the time. These need 24. */
const SMALL = { windowBits: 13, memLevel: 5 }

/**
 * A JSON response as the client wants it: with gzip if that's accepted and the body is longer than a packet. It's
 * compressed in one step, because a stream for each response took twenty times as long
 * (docs/decisions/020). Other responses stay as they are.
 */
export function compressJson(response: PlainResponse, acceptEncoding: string | undefined): PlainResponse {
  const { body } = response
  if (typeof body !== 'string') return response
  const headers = { ...response.headers, vary: 'Accept-Encoding' }
  if (Buffer.byteLength(body) < MIN_COMPRESSED_BYTES || chooseEncoding(acceptEncoding, ['gzip']) !== 'gzip')
    return { ...response, headers }
  return {
    ...response,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(body, SMALL)),
  }
}

import type { IncomingMessage } from 'node:http'

/** The largest body of all calls but uploads; calls with a smaller limit reject longer bodies themselves. */
export const MAX_BODY_BYTES = 256 * 1024

/** Whether a request has a body of an acceptable length. */
export function hasReadableBody({ headers }: IncomingMessage, maxBytes: number): boolean {
  const length = Number(headers['content-length'] ?? 0)
  return headers['transfer-encoding'] !== undefined || (length > 0 && length <= maxBytes)
}

/**
 * Reads a request's body into `rawBody`, which @hono/node-server uses, and then calls `onReceived`. Of a body that is too
 * long only the start is read. If the client disconnects, `onReceived` is never called.
 */
export function receiveBody(request: IncomingMessage, maxBytes: number, onReceived: () => void): void {
  const chunks: Buffer[] = []
  let length = 0
  const finish = () => {
    request.off('data', add).off('end', finish)
    Object.assign(request, { rawBody: Buffer.concat(chunks) })
    onReceived()
  }
  const add = (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (length <= maxBytes) return
    request.pause()
    finish()
  }
  request.on('data', add).on('end', finish)
}

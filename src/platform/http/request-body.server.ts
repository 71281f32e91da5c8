import type { IncomingMessage, ServerResponse } from 'node:http'

/** The maximum body size of all calls except uploads. Calls with a smaller limit reject longer bodies themselves. */
export const MAX_BODY_BYTES = 256 * 1024

/** True if a request's body has an acceptable length. */
export function hasReadableBody({ headers }: IncomingMessage, maxBytes: number): boolean {
  const length = Number(headers['content-length'] ?? 0)
  return headers['transfer-encoding'] !== undefined || (length > 0 && length <= maxBytes)
}

/**
 * How long the rest of a request is read and discarded after its response. If the connection were closed at once, bytes
 * on their way would reset it, and the client could lose the response (RFC 9112, 9.6).
 */
const LINGER_MS = 5_000

/**
 * Call it before a response is written. A response given before its request was read to the end says
 * `Connection: close` (CONTRACT part three, Errors): the client's next request on this connection would be lost.
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['transfer-encoding'] === undefined && !(Number(request.headers['content-length']) > 0)) return
  const { socket } = request
  const keepsAlive = response.shouldKeepAlive
  response.shouldKeepAlive = false
  // Node calls this after a connection's last response.
  socket.destroySoon = () => {
    socket.end()
    request.resume()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
  request.once('end', () => {
    response.shouldKeepAlive = keepsAlive
    Reflect.deleteProperty(socket, 'destroySoon')
  })
}

/**
 * Reads a request's body into `rawBody`, which @hono/node-server uses, and then calls `onReceived`. If a body is too
 * long, only its start is read. If the client disconnects, `onReceived` is never called.
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

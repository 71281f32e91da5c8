import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** A call's response before it's sent. Header names are in lower case. */
export interface PlainResponse {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

/** Sends a response to Node's own, or for a call within this process returns it as a web Response. */
export function sendPlain(response: PlainResponse, outgoing: ServerResponse | undefined): Response {
  const { status, headers, body } = response
  // The server's adapter sends a stream as fast as it's taken, and cancels it if the client leaves.
  if (!outgoing || body instanceof ReadableStream) return toWebResponse(response)
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...length }).end(body)
  return RESPONSE_ALREADY_SENT
}

/** The same as the web's Response. */
export function toWebResponse({ status, headers, body }: PlainResponse): Response {
  return new Response(body, { status, headers })
}

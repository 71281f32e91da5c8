import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What goes wrong with a request: see `withFault`. */
export type CarrierFault = 'lost' | 'before' | 'late' | 'busy' | 'down' | 'garbage'

export interface StandInRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface StandInAnswer {
  status?: number
  json?: unknown
  bytes?: Buffer
}

/** An answer, and what it does at the carrier: nothing if the fault comes before. */
export type Route = (request: StandInRequest) => StandInAnswer

export interface StandIn {
  origin: string
  /** The faults of the next requests that book or cancel, in turn; null: none. */
  faults: (CarrierFault | null)[]
  /** Requests as `POST /path`, in their order. */
  requests: string[]
  close(): Promise<void>
}

/**
 * A carrier for tests, made from its public documentation. `isFaulty` says which requests a fault may hit: `before` ends the
 * connection before anything is done and `lost` after it, `late` does it only when the next request arrives, `busy` is 429,
 * `down` 503 and `garbage` a page in place of JSON.
 */
export async function startStandIn(route: Route, isFaulty: (request: StandInRequest) => boolean): Promise<StandIn> {
  const faults: (CarrierFault | null)[] = []
  const requests: string[] = []
  const late: (() => void)[] = []
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://stand.in')
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = 'GET', headers } = incoming
    const body = Buffer.concat(chunks).toString('utf8')
    const request = { method, path: url.pathname, query: url.searchParams, headers, body }
    requests.push(`${method} ${url.pathname}`)
    for (const work of late.splice(0)) work()
    const fault = isFaulty(request) ? (faults.shift() ?? null) : null
    if (fault === 'busy') return answer(response, { status: 429, json: { message: 'Too many requests' } })
    if (fault === 'down') return answer(response, { status: 503, json: { message: 'Try later' } })
    if (fault === 'before') return response.destroy()
    if (fault === 'late') {
      late.push(() => route(request))
      return response.destroy()
    }
    const done = route(request)
    if (fault === 'lost') return response.destroy()
    return answer(response, fault === 'garbage' ? { bytes: Buffer.from('<html>Gateway</html>') } : done)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    faults,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function answer(response: ServerResponse, { status = 200, json, bytes }: StandInAnswer): void {
  response.writeHead(status, { 'content-type': bytes ? 'application/octet-stream' : 'application/json' })
  response.end(bytes ?? JSON.stringify(json))
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

/** Labels, of which the first `inPart` come cut off. */
export function labelsOf() {
  const labels = { inPart: 0, file: (): StandInAnswer => ({ bytes: labels.inPart-- > 0 ? PDF.subarray(0, 30) : PDF }) }
  return labels
}

/** A parcel as a carrier stores it. */
export interface StoredParcel {
  number: string
  reference: string
  isCancelled: boolean
  /** It's fetched from the customer. */
  isReturn: boolean
  collect: number
  /** What was sent. */
  sent: Record<string, unknown>
  status: string
  type: string
  /** In India. */
  at: string
}

/** The text of a person's request as JSON. */
export function readJson(text: string): Record<string, unknown> {
  // Safe cast: the adapters send objects.
  return JSON.parse(text) as Record<string, unknown>
}

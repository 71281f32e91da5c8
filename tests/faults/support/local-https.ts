import dns from 'node:dns'
import { connect } from 'node:http2'
import tls from 'node:tls'
import type { FaultContext } from './context.ts'

/** A name of this machine that a proxy can have a certificate for. Names below localhost never leave the machine. */
export const DOMAIN = 'shop.localhost'

/** Lets this process resolve DOMAIN, which the system's resolver may not know, and trust a certificate authority. */
export function trustLocally(context: FaultContext, certificate: string): void {
  const before = tls.getCACertificates()
  const { lookup } = dns
  tls.setDefaultCACertificates([...before, certificate])
  // Safe cast: all overloads of `lookup` have the host name first.
  dns.lookup = ((host: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [host === DOMAIN ? '127.0.0.1' : host, ...rest])) as typeof dns.lookup
  context.defer(async () => {
    tls.setDefaultCACertificates(before)
    dns.lookup = lookup
  })
}

/** The response of one request over HTTP/2; throws if the server doesn't speak it. */
export function overHttp2(
  origin: string,
  path: string,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const session = connect(origin)
    session.once('error', reject)
    const stream = session.request({ ':path': path, 'accept-encoding': 'br, gzip' })
    const parts: Buffer[] = []
    stream.once('error', reject)
    stream.once('response', (headers) => {
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.once('end', () => {
        session.close()
        const plain = Object.entries(headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: Number(headers[':status']),
          headers: Object.fromEntries(plain),
          body: Buffer.concat(parts),
        })
      })
    })
  })
}

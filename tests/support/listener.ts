import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createListener, type ListenerOptions } from '#platform/http/listener.server.ts'
import { createMetrics } from '#platform/http/metrics.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import type { TestShop } from './shop.ts'

/** Starts listeners of a shop. `close` ends all of them. */
export function listenersOf(shop: TestShop) {
  const servers: Server[] = []
  return {
    async listen(setup: Partial<ListenerOptions> = {}) {
      const { server } = createListener({
        fetch: shop.web.fetch,
        metrics: createMetrics(shop.cache),
        getCached: (address) => shop.cache.get(address),
        headers: plainHeaders(true),
        queueOf({ url = '' }) {
          if (/^\/(?:healthz|readyz)/.test(url)) return null
          return /^\/api\/(?:user\/verify-payment|webhooks)/.test(url) ? 'priority' : 'ordinary'
        },
        ...setup,
      })
      servers.push(server)
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      // Safe cast: it listens on a port, not on a pipe.
      const { port } = server.address() as AddressInfo
      return { server, port, origin: `http://127.0.0.1:${port}` }
    },
    close(): void {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

export interface Exchange {
  text: string
  closed: boolean
}

/** Sends bytes as they are and reads until the server closes the connection, or for `timeoutMs`. */
export function exchange(
  chunks: string | AsyncIterable<string>,
  { at, timeoutMs = 60_000 }: { at: number; timeoutMs?: number },
): Promise<Exchange> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(at, '127.0.0.1')
    const end = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    const timer = setTimeout(() => end(false), timeoutMs)
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', () => end(true))
    socket.on('close', () => end(true))
    socket.on('connect', async () => {
      if (typeof chunks === 'string') return socket.write(chunks)
      for await (const chunk of chunks) if (socket.writable) socket.write(chunk)
    })
  })
}

/** The status in a response. */
export const statusOf = ({ text }: Exchange) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)

import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy that can drop all data, as a dead network does. */
export interface TcpProxy {
  port: number
  /** Drops all data from now on without closing a connection; new ones are accepted, and get no response. */
  blackhole(): void
  /** Closes all connections and forwards the data of new ones again. */
  restore(): void
  close(): Promise<void>
}

/** Listens on a free port of loopback and forwards to a port or a socket. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isDead = false
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!isDead) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!isDead) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    blackhole() {
      isDead = true
    },
    restore() {
      closeAll()
      isDead = false
    },
    close() {
      closeAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy between two programs that can stop forwarding without closing any connection. */
export interface TcpProxy {
  port: number
  /** Drops all bytes from now on, of new connections too. */
  die(): void
  /** Forwards new connections again; those that lost bytes are closed. */
  live(): void
  close(): Promise<void>
}

/** Forwards a new port of loopback to a port or a socket. */
export async function startTcpProxy(to: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isDead = false
  const server = createServer((client) => {
    const upstream = connect(to)
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!isDead) into.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!isDead) into.destroy()
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    die() {
      isDead = true
    },
    live() {
      closeSockets()
      isDead = false
    },
    close() {
      closeSockets()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}

import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A stretch of network between two programs, which can stop carrying anything without a word. */
export interface Wire {
  port: number
  /** From now on nothing gets through, and nobody is told; new connections can be made and stay silent. */
  die(): void
  /** Carries again what is sent from now on over new connections; those that it swallowed bytes of are gone. */
  live(): void
  close(): Promise<void>
}

/** Lays a wire from a new port of loopback to a port or a socket. */
export async function layWire(to: NetConnectOpts): Promise<Wire> {
  const ends = new Set<Socket>()
  let isDead = false
  const server = createServer((near) => {
    const far = connect(to)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (bytes) => {
        if (!isDead) into.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        ends.delete(from)
        if (!isDead) into.destroy()
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () => {
    for (const socket of ends) socket.destroy()
  }
  return {
    port: address.port,
    die() {
      isDead = true
    },
    live() {
      cut()
      isDead = false
    },
    close() {
      cut()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}

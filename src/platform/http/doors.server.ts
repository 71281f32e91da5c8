import type { Server } from 'node:http'
import { createServer, Server as NetServer } from 'node:net'

export interface Place {
  port: number
  host: string
  /** Connections that may wait to be taken at each door. */
  backlog: number
}

/** Where a server listens: one listening socket or several on the same port. */
export interface Doors {
  /** Ends listening; resolves when the last connection has ended. */
  close(): Promise<void>
}

/**
 * Node takes in one connection a turn from each listening socket (libuv 1.45 and later). With one socket a busy process
 * leaves new connections outside for seconds, paying shoppers too; so Linux gets several on one port (SO_REUSEPORT).
 */
const MOST_DOORS = 32

/**
 * Listens.
 * @throws {Error} with code EADDRINUSE where the port is taken, by another shop too
 */
export async function openDoors(server: Server, place: Place): Promise<Doors> {
  const canShare = process.platform === 'linux' && place.port !== 0
  if (!canShare) {
    await listen(server, place)
    return { close: () => closeAll([server]) }
  }
  // Sockets that share a port do not see that somebody else shares it: one that does not share looks first.
  const first = createServer()
  await listen(first, place)
  await closeAll([first])
  const doors: NetServer[] = []
  try {
    await listen(server, { ...place, reusePort: true })
    while (doors.length < MOST_DOORS - 1) {
      // As Node's own HTTP server makes its connections.
      const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
      door.maxConnections = server.maxConnections
      await listen(door, { ...place, reusePort: true })
      doors.push(door)
    }
  } catch (error) {
    await closeAll(doors)
    throw error
  }
  return { close: () => closeAll([server, ...doors]) }
}

function listen(server: NetServer, place: Place & { reusePort?: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Node's own close of an HTTP server would cut idle connections at once, and with them a request that is on its way. */
async function closeAll(servers: readonly NetServer[]): Promise<void> {
  await Promise.all(
    servers.map((one) => new Promise<void>((resolve) => NetServer.prototype.close.call(one, () => resolve()))),
  )
}

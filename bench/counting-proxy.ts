import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { EmbeddedConnection } from '#platform/db/embedded.server.ts'

/** What went to PostgreSQL. Statements that are under way at the same time are one round trip. */
export interface Counts {
  statements: number
  trips: number
}

/** A TCP proxy in front of PostgreSQL that counts what its clients ask (message types of PostgreSQL's protocol 3.0). */
export async function startCountingProxy({ host, port }: EmbeddedConnection) {
  const counts: Counts = { statements: 0, trips: 0 }
  let running = 0
  const server = createServer((client) => {
    const database = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    // The first message of a client has no type.
    const fromClient = messages(1, (type) => {
      if (type === 'E' || type === 'Q') counts.statements++
      if ((type === 'S' || type === 'Q') && running++ === 0) counts.trips++
    })
    const fromDatabase = messages(0, (type) => {
      if (type === 'Z') running = Math.max(0, running - 1)
    })
    client.on('data', fromClient).pipe(database)
    database.on('data', fromDatabase).pipe(client)
    for (const one of [client, database]) one.on('error', () => {}).setNoDelay()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    counts,
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    stop: () => void server.close(),
  }
}

/** Calls back with the type of each message in a stream, after so many without a type. */
function messages(untyped: number, onMessage: (type: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let left = untyped
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = left > 0 ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      if (left > 0) left--
      else onMessage(String.fromCharCode(rest[0] ?? 0))
      rest = rest.subarray(length)
    }
  }
}

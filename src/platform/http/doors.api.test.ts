import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createPlain } from 'node:net'
import { expect, test } from 'vitest'
import { openDoors } from './doors.server.ts'

async function freePort(): Promise<number> {
  const probe = createPlain()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  // Proof: it listens on a port, not on a pipe.
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

test('all doors lead to one server, a second server is told that the port is taken, and all doors close', async () => {
  const place = { port: await freePort(), host: '127.0.0.1', backlog: 64 }
  const server = createServer((_, response) => void response.end('in'))
  const doors = await openDoors(server, place)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      fetch(`http://127.0.0.1:${place.port}/`, { headers: { connection: 'close' } }).then((one) => one.text()),
    ),
  )
  expect(new Set(answers)).toEqual(new Set(['in']))
  const taken = await openDoors(createServer(), place).catch((error: unknown) => error)
  expect(taken).toMatchObject({ code: 'EADDRINUSE' })
  server.closeAllConnections()
  await doors.close()
  const refused = await new Promise((heard) => connect(place.port, '127.0.0.1').on('error', heard))
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
})

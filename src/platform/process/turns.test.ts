import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createTurns } from './turns.server.ts'

const CONNECTIONS = 60

/** Work in which the event loop stands still, as a rendering is. */
function standStill(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('connections that wait are accepted before the next work, and not one for each', async () => {
  let accepted = 0
  const server = createServer((socket) => {
    accepted++
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const takeTurn = createTurns()
  // Safe cast: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1').on('error', () => {}))
  const acceptedBefore = await Promise.all(
    sockets.map(async () => {
      await takeTurn()
      const before = accepted
      standStill(5)
      return before
    }),
  )
  for (const socket of sockets) socket.destroy()
  server.close()
  // On a busy machine some work is done meanwhile: a turn waits for a limited time.
  expect(acceptedBefore.filter((count) => count < CONNECTIONS).length).toBeLessThan(CONNECTIONS / 3)
})

test('work takes turns in its order', async () => {
  const takeTurn = createTurns()
  const order: number[] = []
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      await takeTurn()
      order.push(number)
    }),
  )
  expect(order).toEqual([1, 2, 3])
})

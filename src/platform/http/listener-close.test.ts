import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createResponseCache } from '../cache/response-cache.server.ts'
import { createListener } from './listener.server.ts'
import { createMetrics } from './metrics.server.ts'

/** One connection, as a proxy keeps it. */
async function openListener() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const listener = createListener({
    async fetch(request) {
      if (request.url.endsWith('/slow')) await held
      return new Response('served')
    },
    getCached: () => undefined,
    metrics: createMetrics(createResponseCache({ maxBytes: 1000 })),
    headers: {},
    queueOf: () => null,
  })
  await listener.listen({ port: 0, host: '127.0.0.1' })
  // Safe cast: it listens on a port, not on a pipe.
  const { port } = listener.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string, through = agent, headers = {}) =>
    new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent: through, headers }, (response: IncomingMessage) => {
        response.resume().on('end', () => resolve([response.statusCode, response.headers.connection]))
      }).on('error', reject)
    })
  return { listener, ask, release, agent }
}

test('a stop first says that it isn’t ready, and serves on over the same connections', async () => {
  const { listener, ask, agent } = await openListener()
  expect(await ask('/readyz')).toEqual([200, 'keep-alive'])
  const closed = listener.close(500)
  expect(await ask('/readyz')).toEqual([503, 'keep-alive'])
  expect(await ask('/page')).toEqual([200, 'keep-alive'])
  agent.destroy()
  await closed
  await expect(ask('/page', new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a proxy with other machines gets a 502 for a read, so that it sends nothing more', async () => {
  const { listener, ask } = await openListener()
  const headers = { 'x-other-machines': 'yes' }
  expect(await ask('/page', new Agent(), headers)).toEqual([200, 'close'])
  const closed = listener.close(500)
  expect(await ask('/page', new Agent(), headers)).toEqual([502, 'close'])
  expect(await ask('/page', new Agent())).toEqual([200, 'close'])
  await closed
})

test('after that it refuses connections, and ends those that it has with their last response', async () => {
  const { listener, ask, release } = await openListener()
  const slow = ask('/slow')
  const closed = listener.close(0)
  await expect.poll(() => ask('/page', new Agent()).catch(({ code }) => code)).toBe('ECONNREFUSED')
  release()
  expect((await slow)[0]).toBe(200)
  await closed
})

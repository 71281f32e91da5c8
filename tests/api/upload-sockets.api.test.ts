import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListenerOptions } from '#platform/http/listener.server.ts'
import { exchange, listenersOf, statusOf } from '../support/listener.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let listeners: ReturnType<typeof listenersOf>
const listen: typeof listeners.listen = (setup) => listeners.listen(setup)

beforeAll(async () => {
  shop = await openTestShop()
  listeners = listenersOf(shop)
})
afterAll(async () => {
  listeners.close()
  await shop.close()
})

describe('uploads', () => {
  const MAX = 1024 * 1024
  const uploading = (length: number) =>
    `POST /upload HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`
  /** A listener that responds with the length of the body. */
  const listenForUploads = (limits: ListenerOptions['limits'] = {}) =>
    listen({
      fetch: async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
      uploadBytes: ({ url }) => (url === '/upload' ? MAX : null),
      limits,
    })

  test('may be longer than other bodies, up to their own limit', async () => {
    const { port: at } = await listenForUploads()
    const sent = await exchange(uploading(600_000) + 'x'.repeat(600_000), { at })
    expect(sent.text).toMatch(/600000$/)
    // Of a body without Content-Length only the start is read.
    const chunk = `80000\r\n${'x'.repeat(0x80000)}\r\n`
    const head = 'POST /upload HTTP/1.1\r\nHost: shop.test\r\nTransfer-Encoding: chunked\r\n\r\n'
    const { text } = await exchange(head + chunk.repeat(8), { at })
    expect(Number(/(\d+)$/.exec(text)?.[1])).toBeLessThan(MAX + 0x80000)
  })

  test('may take longer than other bodies, up to their own limit', async () => {
    const { port: at } = await listenForUploads({ bodyMs: 100, uploadMs: 3000 })
    async function* slowly(path: string, rest?: Promise<unknown>) {
      yield `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nContent-Length: 9\r\n\r\nx`
      await rest
      if (rest) yield 'x'.repeat(8)
    }
    const other = exchange(slowly('/other'), { at })
    const unfinished = exchange(slowly('/upload'), { at })
    expect((await exchange(slowly('/upload', other), { at })).text).toMatch(/9$/)
    expect(statusOf(await other)).toBe(408)
    expect(statusOf(await unfinished)).toBe(408)
  })

  test('one client may send only two at once; slow ones block no other requests', async () => {
    const { port: at, origin } = await listenForUploads({ uploadsPerClient: 2, uploads: 3 })
    const slow = Array.from({ length: 2 }, () => connect(at, '127.0.0.1').on('error', () => {}))
    for (const socket of slow) socket.write(`${uploading(600_000)}x`)
    const upload = async () => statusOf(await exchange(`${uploading(9)}xxxxxxxxx`, { at }))
    await expect.poll(upload).toBe(503)
    const other = await fetch(`${origin}/other`, { method: 'POST', body: 'x' })
    expect([other.status, await other.text()]).toEqual([200, '1'])
    for (const socket of slow) socket.destroy()
    await expect.poll(upload).toBe(200)
  })

  test('of clients that may not upload take no room, and get their refusal before they sent anything', async () => {
    const { port: at } = await listen({
      fetch: async () => Response.json({}, { status: 401 }),
      uploadBytes: ({ url }) => (url === '/upload' ? MAX : null),
      mayUpload: async ({ headers }) => headers.authorization === 'Bearer live',
      limits: { uploadsPerClient: 1, uploads: 1 },
    })
    const head = (token: string) =>
      `POST /upload HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer ${token}\r\nContent-Length: 9\r\n\r\n`
    const strangers = Array.from({ length: 8 }, () => exchange(`${head('dead')}x`, { at }))
    expect(new Set((await Promise.all(strangers)).map(statusOf))).toEqual(new Set([401]))
    const slow = connect(at, '127.0.0.1').on('error', () => {})
    slow.write(`${head('live')}x`)
    const stranger = exchange(`${head('dead')}x`, { at })
    const upload = async () => statusOf(await exchange(`${head('live')}xxxxxxxxx`, { at, timeoutMs: 500 }))
    await expect.poll(upload).toBe(503)
    expect(statusOf(await stranger)).toBe(401)
    slow.destroy()
    await expect.poll(upload).toBe(401)
  })
})

import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createUploaderOf,
  largeCalls,
  queueOf as requestQueue,
  uploadOf as uploadOfCall,
} from '#app/request-queues.server.ts'
import type { ListenerOptions } from '#platform/http/listener.server.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { buy, newShopper } from '../support/checkout-fixture.ts'
import { exchange, listenersOf, statusOf } from '../support/listener.ts'
import { ORIGIN, openTestShop, type SignedIn, type TestShop } from '../support/shop.ts'
import { signInStaff } from '../support/staff.ts'

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
  const uploadOf: ListenerOptions['uploadOf'] = ({ url }) =>
    url === '/upload' ? { pool: 'upload', maxBytes: MAX } : null
  const staffUpload = { all: 1, perClient: 1, perPerson: 1 }
  const TWO_UPLOADS = { uploads: { upload: { all: 3, perClient: 2, perPerson: 2 }, staffUpload } }
  const uploading = (length: number) =>
    `POST /upload HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`
  /** A listener that responds with the length of the body. */
  const listenForUploads = (limits: ListenerOptions['limits'] = {}) =>
    listen({
      fetch: async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
      uploadOf,
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
    const { port: at } = await listenForUploads({ ...TWO_UPLOADS, bodyMs: 100, uploadMs: 3000 })
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
    const { port: at, origin } = await listenForUploads(TWO_UPLOADS)
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
      uploadOf,
      uploaderOf: async ({ headers }) => (headers.authorization === 'Bearer live' ? 'somebody' : null),
      limits: { uploads: { upload: { all: 1, perClient: 1, perPerson: 1 }, staffUpload } },
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

  /** An upload that begins and doesn't end; by whom, and from where. */
  function begin(at: number, path: string, headers: Record<string, string>) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(at, '127.0.0.1').on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\n${lines.join('')}Content-Length: 600000\r\n\r\nx`)
    return socket
  }

  describe('in a whole shop', () => {
    const asShop = () =>
      listen({
        queueOf: requestQueue,
        uploadOf: uploadOfCall,
        uploaderOf: createUploaderOf(shop),
        clientOf: ({ headers }) => String(headers['x-client']),
      })
    const productId = 'boxy-tee'
    async function buyerWithReview(): Promise<SignedIn> {
      const who = await newShopper(shop)
      await buy(shop, who, [{ productId, color: 'Black', size: 'M', quantity: 1 }])
      await who.api('POST /user/productReview', { body: { productId, userId: who.id, stars: 5, comment: 'Good.' } })
      return who
    }

    test('of one account at many addresses take one place, and none of staff’s', async () => {
      const { port: at, origin } = await asShop()
      const shopper = await buyerWithReview()
      const path = `/api/user/product/${productId}/user/${shopper.id}/reviewPhoto`
      const headers = { authorization: `Bearer ${shopper.token}`, 'content-type': 'image/jpeg' }
      const sockets = Array.from({ length: 8 }, (_, index) =>
        begin(at, path, { ...headers, 'x-client': String(index) }),
      )
      const send = async (client: string) => {
        const body = Buffer.alloc(9)
        return (await fetch(`${origin}${path}`, { method: 'POST', headers: { ...headers, 'x-client': client }, body }))
          .status
      }
      await expect.poll(() => send('elsewhere')).toBe(503)
      const another = await buyerWithReview()
      const others = `/api/user/product/${productId}/user/${another.id}/reviewPhoto`
      const photo = await fetch(`${origin}${others}`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${another.token}`, 'x-client': 'another' },
        body: Buffer.alloc(9),
      })
      expect(photo.status).toBe(422)
      const manager = await signInStaff(shop, 'manager')
      const file = 'Order,Tracking\n'
      const head = `POST /api/admin/shipments/import HTTP/1.1\r\nHost: shop.test\r\nX-Client: office\r\nConnection: close\r\n`
      const session = `Origin: ${ORIGIN}\r\nCookie: ${manager.browser.cookie}\r\n`
      const length = `Content-Type: text/csv\r\nContent-Length: ${file.length}\r\n\r\n`
      expect(statusOf(await exchange(head + session + length + file, { at }))).toBe(200)
      for (const socket of sockets) socket.destroy()
    })

    test('of an account that bought nothing are refused before they’re sent', async () => {
      const { port: at } = await asShop()
      const shopper = await shop.signIn()
      const path = `/api/user/product/boxy-tee/user/${shopper.id}/reviewPhoto`
      const head = `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nX-Client: one\r\nContent-Type: image/jpeg\r\n`
      const refused = await exchange(
        `${head}Authorization: Bearer ${shopper.token}\r\nContent-Length: 600000\r\n\r\nx`,
        { at },
      )
      expect(statusOf(refused)).toBe(404)
    })

    test.each(
      largeCalls(staffContract).map(
        ({ name, endpoint }) => [name, endpoint.upload?.types[0] ?? 'application/json'] as const,
      ),
    )('of staff by %s take no place of shoppers, and two of a person’s', async (name, type) => {
      const { port: at, origin } = await asShop()
      const owner = await signInStaff(shop, 'owner')
      const [method = '', path = ''] = name.split(' ')
      const url = `/api/admin${path.replaceAll(/\{\w+\}/g, 'any')}`
      const head = `${method} ${url} HTTP/1.1\r\nHost: shop.test\r\nX-Client: office\r\nOrigin: ${ORIGIN}\r\nCookie: ${owner.browser.cookie}\r\n`
      const slow = Array.from({ length: 17 }, () => {
        const socket = connect(at, '127.0.0.1').on('error', () => {})
        socket.write(`${head}Content-Type: ${type}\r\nContent-Length: 600000\r\n\r\nx`)
        return socket
      })
      const again = async () =>
        statusOf(
          await exchange(`${head}Content-Type: ${type}\r\nConnection: close\r\nContent-Length: 600000\r\n\r\nx`, {
            at,
            timeoutMs: 300,
          }),
        )
      await expect.poll(again).toBe(503)
      const shoppers = await fetch(`${origin}/api/user/filterProduct`, { headers: { 'x-client': 'office' } })
      expect(shoppers.status).toBe(200)
      for (const socket of slow) socket.destroy()
    })
  })
})

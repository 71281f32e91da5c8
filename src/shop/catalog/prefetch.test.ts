import { beforeEach, expect, test, vi } from 'vitest'
import { openProduct, prefetchProduct } from './prefetch.ts'

type Respond = (response: Response) => void

/** The requests so far; the test responds to each. */
let requests: { url: string; respond: Respond }[] = []

beforeEach(() => {
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (url: string) => new Promise<Response>((respond) => requests.push({ url, respond })))
})

const found = (name: string) => Response.json({ status: 200, data: { _id: name, name, price: 1 }, message: '' })
const open = (id: string) => openProduct(id, new AbortController().signal)

test('prefetched details show at once, and the page still sends its own request, which counts the view', async () => {
  prefetchProduct('tee')
  prefetchProduct('tee')
  requests[0]?.respond(found('tee'))
  expect(await open('tee')).toMatchObject({ ok: true, product: { name: 'tee' } })
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/product/getProductDetail/tee',
    '/api/product/getProductDetail/tee?viewProduct=true',
  ])
})

test('the page shows the response to its own request if the prefetched one is late, failed, stale or used', async () => {
  prefetchProduct('cap')
  const late = open('cap')
  requests[1]?.respond(found('cap of the page'))
  expect(await late).toMatchObject({ product: { name: 'cap of the page' } })

  prefetchProduct('tote')
  requests[2]?.respond(new Response('', { status: 500 }))
  const failed = open('tote')
  requests[3]?.respond(found('tote'))
  expect(await failed).toMatchObject({ ok: true })

  const again = open('cap')
  requests[4]?.respond(new Response('', { status: 404 }))
  expect(await again).toMatchObject({ ok: false, status: 404 })

  prefetchProduct('kurta')
  requests[5]?.respond(found('kurta of before'))
  vi.advanceTimersByTime(30_000)
  const fresh = open('kurta')
  requests[6]?.respond(found('kurta'))
  expect(await fresh).toMatchObject({ product: { name: 'kurta' } })
})

test('nothing is prefetched for a visitor who asked to save data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  prefetchProduct('hoodie')
  expect(requests).toEqual([])
})

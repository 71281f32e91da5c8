// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { foreseeProduct, openProduct, watchProductLinks } from './prefetch.ts'

type Give = (response: Response) => void

/** The calls that went out, by their address, each answered when the test says so. */
let calls: { url: string; give: Give }[] = []

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', (url: string) => new Promise<Response>((give) => calls.push({ url, give })))
})
afterEach(() => vi.unstubAllGlobals())

const found = (name: string) => Response.json({ status: 200, data: { _id: name, name, price: 1 }, message: '' })
const open = (id: string) => openProduct(id, new AbortController().signal)

test('what was foreseen shows at once, and the page still asks as a view', async () => {
  foreseeProduct('tee')
  foreseeProduct('tee')
  calls[0]?.give(found('tee'))
  expect(await open('tee')).toMatchObject({ ok: true, product: { name: 'tee' } })
  expect(calls.map(({ url }) => url)).toEqual([
    '/api/product/getProductDetail/tee',
    '/api/product/getProductDetail/tee?viewProduct=true',
  ])
})

test('the page’s own answer shows where the other failed, is late, or was handed out already', async () => {
  foreseeProduct('cap')
  const late = open('cap')
  calls[1]?.give(found('cap of the page'))
  expect(await late).toMatchObject({ product: { name: 'cap of the page' } })

  foreseeProduct('tote')
  calls[2]?.give(new Response('', { status: 500 }))
  const failed = open('tote')
  calls[3]?.give(found('tote'))
  expect(await failed).toMatchObject({ ok: true })

  const again = open('cap')
  calls[4]?.give(new Response('', { status: 404 }))
  expect(await again).toMatchObject({ ok: false, status: 404 })
})

test('a link foresees its product when a pointer or the focus rests there, or a finger comes down', () => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<a href="/product-details/tee"><b>Tee</b></a> <a href="/product-details/cap">Cap</a> <a href="/about-us">About</a>'
  const [tee, cap, about] = document.querySelectorAll('a')
  const seen: string[] = []
  const stop = watchProductLinks((id) => seen.push(id))
  const fire = (type: string, on: Element | null | undefined, pointerType = 'mouse') =>
    on?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }))

  fire('pointerover', tee)
  vi.advanceTimersByTime(100)
  fire('pointerover', tee?.firstElementChild)
  vi.advanceTimersByTime(60)
  expect(seen).toEqual(['tee'])
  fire('pointerover', cap)
  vi.advanceTimersByTime(100)
  fire('pointerover', about)
  fire('pointerover', cap)
  fire('pointerdown', cap)
  vi.advanceTimersByTime(500)
  expect(seen).toEqual(['tee'])
  fire('pointerdown', cap, 'touch')
  expect(seen).toEqual(['tee', 'cap'])
  tee?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  vi.advanceTimersByTime(150)
  expect(seen).toEqual(['tee', 'cap', 'tee'])
  stop()
  fire('pointerdown', cap, 'touch')
  expect(seen).toHaveLength(3)
  vi.useRealTimers()
})

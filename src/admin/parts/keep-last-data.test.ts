import type { LoaderFunctionArgs } from 'react-router'
import { expect, test, vi } from 'vitest'
import { readToasts } from '#ui/toast-store.ts'
import { CallError } from '../api.ts'
import { keepLastDataWhenOffline } from './keep-last-data.ts'

const failure = (status: number) => new CallError({ ok: false, status, code: null, message: '', problem: null })

test('the screen that is shown stays if the shop can’t be reached, and says so; any other failure is its error', async () => {
  vi.useFakeTimers()
  const read = vi.fn<() => Promise<string>>()
  const loader = keepLastDataWhenOffline(read)
  const load = (url: string) => {
    // Safe cast: the loader is given its request alone.
    return loader({ request: new Request(url) } as LoaderFunctionArgs, undefined)
  }
  const show = (path: string) => {
    const url = new URL(path, 'https://shop.test')
    vi.stubGlobal('window', { location: url })
    return url.href
  }
  const first = show('/admin/orders/1?a=b')
  read.mockResolvedValueOnce('order 1')
  expect(await load(first)).toBe('order 1')
  read.mockRejectedValue(failure(0))
  expect(await load(first)).toBe('order 1')
  expect(readToasts().map(({ text }) => text)).toEqual(['The shop can’t be reached. You see what was read before.'])
  await expect(load('https://shop.test/admin/orders/2')).rejects.toThrow(CallError)
  show('/admin/orders')
  await expect(load(first)).rejects.toThrow(CallError)
  show('/admin/orders/1?a=b')
  read.mockRejectedValue(failure(404))
  await expect(load(first)).rejects.toThrow(CallError)
})

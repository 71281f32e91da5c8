// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { usePreview } from './use-preview.ts'

test('a draft is sent after the one before it is stored, so that the older one never replaces it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const sent: { body: unknown; respond(): void }[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const respond = () => resolve(Response.json({ url: '/about-us?staff-preview=settings', errors: [] }))
    sent.push({ body: JSON.parse(body).values, respond })
    return promise
  })
  let shown: ReturnType<typeof usePreview> | null = null
  function Form({ about }: { about: string }) {
    shown = usePreview('/about-us', { about })
    return null
  }
  const root = createRoot(document.createElement('div'))
  const type = async (about: string) => {
    await act(async () => root.render(<Form about={about} />))
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  await type('Our')
  await type('Our table')
  expect(sent.map(({ body }) => body)).toEqual([{ about: 'Our' }])
  await act(async () => sent[0]?.respond())
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(sent.map(({ body }) => body)).toEqual([{ about: 'Our' }, { about: 'Our table' }])
  // Only the newer one is worth loading.
  expect(shown).toMatchObject({ turn: 0 })
  await act(async () => sent[1]?.respond())
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(shown).toMatchObject({ turn: 1, url: '/about-us?staff-preview=settings' })
})

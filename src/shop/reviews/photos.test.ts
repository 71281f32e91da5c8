// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

const api = vi.hoisted(() => vi.fn(async () => ({ ok: true, data: { photos: [] } })))
vi.mock('../api.ts', () => ({ api }))
const { addReviewPhoto } = await import('./photos.ts')

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['a browser that reads what was drawn', [64, 128, 192], 'image/jpeg'],
  ['a browser that changes colours by less than anybody sees', [65, 128, 191], 'image/jpeg'],
  ['a browser that reads white from every canvas', [255, 255, 255], 'image/png'],
  ['a browser that reads random colours', [12, 200, 90], 'image/png'],
])('%s sends the smaller photo, or else the original file', async (_, pixel, fileType) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => {} }))
  const context = { fillRect: () => {}, drawImage: () => {}, getImageData: () => ({ data: pixel }) }
  // Safe cast: the code under test calls only these methods of the context.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((onBlob) =>
    onBlob(new Blob(['small'], { type: 'image/jpeg' })),
  )
  const file = new File(['original'], 'tee.png', { type: 'image/png' })
  expect(await addReviewPhoto({ productId: 'tee', userId: 'u1' }, file)).toEqual({ ok: true, photos: [] })
  expect(api).toHaveBeenLastCalledWith(expect.any(String), expect.anything(), { fileType })
})

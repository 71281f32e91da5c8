// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Review, ReviewPhoto } from '../contract.ts'
import { PHOTO_NOT_DELETED, PHOTO_NOT_SENT, PHOTOS_FULL } from '../messages.ts'
import { OwnPhotos } from './own-photos.tsx'

const calls = vi.hoisted(() => ({ addReviewPhoto: vi.fn(), deleteReviewPhoto: vi.fn() }))
vi.mock('../photos.ts', () => calls)

const photo = (_id: string): ReviewPhoto => ({ _id, src: `/${_id}.webp`, width: 10, height: 10, waiting: true })
const REVIEW: Review = {
  _id: 'r',
  stars: 5,
  comment: 'Good.',
  createdAt: '2026-11-21T10:00:00Z',
  userId: { _id: 'asha', name: 'Asha' },
  verified: true,
  sample: false,
  answer: null,
  fit: null,
  size: null,
  helpful: 0,
  photos: [photo('one'), photo('two')],
}

let root: ReturnType<typeof createRoot>
const box = document.createElement('div')

function Panel() {
  const [photos, setPhotos] = useState(REVIEW.photos)
  const onChange = (change: (before: readonly ReviewPhoto[]) => readonly ReviewPhoto[]) =>
    setPhotos((before) => [...change(before)])
  return <OwnPhotos review={{ ...REVIEW, photos }} productId="tee" onChange={onChange} />
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(box)
  act(() => root.render(<Panel />))
})
afterEach(() => {
  act(() => root.unmount())
})

const pictures = () => [...box.querySelectorAll('img')].map((image) => image.getAttribute('src')?.slice(1, 4))
const press = (place: number) =>
  act(async () => box.querySelector<HTMLButtonElement>(`[aria-label="Remove photo ${place}"]`)?.click())
const problem = () => box.querySelector('[role=alert]')?.textContent

async function choose(count: number): Promise<void> {
  const input = box.querySelector('input')
  const files = Array.from({ length: count }, (_, at) => new File(['x'], `${at}.jpg`, { type: 'image/jpeg' }))
  Object.defineProperty(input, 'files', { value: files })
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))
}

test('a photo says who sees it: that of a hidden review comes as the picture itself', () => {
  const states = [{ waiting: true }, { waiting: false }, { waiting: false, src: 'data:image/webp;base64,' }]
  const photos = states.map((state, at) => ({ ...photo(`${at}`), ...state }))
  act(() => root.render(<OwnPhotos review={{ ...REVIEW, photos }} productId="tee" onChange={() => {}} />))
  const labels = [...box.querySelectorAll('li p')].map((label) => label.textContent)
  expect(labels).toEqual(['Waiting for approval', 'Visible to everyone', 'Visible only to you'])
})

test('two photos removed at nearly the same time are both gone', async () => {
  const done: (() => void)[] = []
  calls.deleteReviewPhoto.mockImplementation(() => new Promise((resolve) => done.push(() => resolve(null))))
  await press(1)
  await press(2)
  await act(async () => {
    for (const resolve of done) resolve()
  })
  expect(pictures()).toEqual([])
})

test('of more photos than a review may have the first are sent, and the shopper reads why', async () => {
  calls.addReviewPhoto.mockResolvedValue({ ok: true, photos: [...REVIEW.photos, photo('six')] })
  await choose(3)
  expect(calls.addReviewPhoto).toHaveBeenCalledTimes(1)
  expect(pictures()).toEqual(['one', 'two', 'six'])
  expect(problem()).toBe(PHOTOS_FULL)
})

test('if the code or the network fails, the button can be pressed again', async () => {
  calls.deleteReviewPhoto.mockRejectedValue(new Error('no such chunk'))
  await press(1)
  expect(problem()).toBe(PHOTO_NOT_DELETED)
  calls.addReviewPhoto.mockRejectedValue(new Error('no such chunk'))
  await choose(1)
  expect(problem()).toBe(PHOTO_NOT_SENT)
  expect(pictures()).toEqual(['one', 'two'])
  expect(box.querySelector('[aria-busy=true], [disabled]')).toBeNull()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, pauseToast, readToasts, resumeToast, showToast, subscribeToasts, TOAST_MS } from './toast-store.ts'

const show = (text: string) => showToast(text, { tone: 'ok' })

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  for (const toast of readToasts()) closeToast(toast.id)
})

const texts = () => readToasts().map((toast) => toast.text)

test('an alert hides itself after 3 seconds', () => {
  show('OTP sent successfully to a@b.in')
  vi.advanceTimersByTime(TOAST_MS - 1)
  expect(texts()).toEqual(['OTP sent successfully to a@b.in'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('hovering pauses the timer, and leaving resumes it', { tags: 'R46' }, () => {
  const id = show('Saved')
  vi.advanceTimersByTime(2000)
  pauseToast(id)
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['Saved'])
  resumeToast(id)
  vi.advanceTimersByTime(999)
  expect(texts()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('the same text is not shown twice; its time starts again', () => {
  show('Quantity cannot be less than 1')
  vi.advanceTimersByTime(2500)
  show('Quantity cannot be less than 1')
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(2500)
  expect(texts()).toHaveLength(1)
})

test('only the last three are shown, and the dropped one leaves no timer', () => {
  for (const text of ['one', 'two', 'three', 'four']) show(text)
  expect(texts()).toEqual(['two', 'three', 'four'])
  expect(vi.getTimerCount()).toBe(3)
})

test('closing notifies the listeners, and closing twice does no harm', () => {
  const listener = vi.fn()
  const id = show('Bye')
  const stop = subscribeToasts(listener)
  closeToast(id)
  closeToast(id)
  expect(texts()).toEqual([])
  expect(listener).toHaveBeenCalled()
  stop()
})

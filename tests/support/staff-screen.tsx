import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, type LoaderFunction, RouterProvider } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import type { StaffMember } from '#shop/staff/staff-contract.ts'
import { setStaff } from '../../src/admin/session.ts'

/** A call that a screen made. */
export interface ScreenCall {
  /** Such as `PATCH /stores/bandra`. */
  name: string
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it expects.
  body: any
}

/** The answer to a call: the body of a 200, a whole response, or null if the line broke before it came. */
type Answer = object | Response | null

/**
 * A screen of the staff site in happy-dom, with `answer` in place of the shop. What earlier screens kept on the device is still
 * there: a second `showScreen` is a reload.
 */
export async function showScreen(
  { Component, loader }: { Component: ComponentType; loader?: LoaderFunction },
  answer: (call: ScreenCall) => Answer | Promise<Answer>,
) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // Safe cast: the fields that screens read.
  setStaff({ id: 'asha', name: 'Asha', email: 'asha@shop.example', role: 'owner' } as StaffMember)
  // As newer browsers, which return a promise.
  Element.prototype.scrollIntoView = () => Promise.resolve()
  const calls: ScreenCall[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const path = decodeURIComponent(new URL(url, 'http://shop').pathname.replace('/api/admin', ''))
    const call: ScreenCall = {
      name: `${method} ${path}`,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    }
    calls.push(call)
    const answered = await answer(call)
    if (answered === null) throw new TypeError('the line is broken')
    return answered instanceof Response ? answered : Response.json(answered)
  })
  const router = createMemoryRouter([
    { path: '*', Component, HydrateFallback: () => null, ...(loader === undefined ? {} : { loader }) },
  ])
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  function close(): void {
    act(() => root.unmount())
    box.remove()
  }
  // A failed test leaves nothing for the next one.
  onTestFinished(() => (box.isConnected ? close() : undefined))
  await act(async () => root.render(<RouterProvider router={router} />))
  await until(() => box.childElementCount > 0)

  const all = <E extends Element>(selector: string) => [...document.body.querySelectorAll<E>(selector)]
  function control(label: string) {
    const named = all<HTMLLabelElement>('label').find(({ textContent }) => textContent?.trim() === label)
    const found =
      named?.control ?? all<HTMLElement>('[aria-label]').find((one) => one.getAttribute('aria-label') === label)
    if (!found) throw new Error(`there is no field “${label}”: ${text()}`)
    // Safe cast: fields of a form.
    return found as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  }
  const button = (name: string) =>
    all<HTMLButtonElement>('button').find((one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name)
  function text(): string {
    return document.body.textContent ?? ''
  }

  return {
    calls,
    /** The calls that change something. */
    changes: () => calls.filter(({ name }) => !name.startsWith('GET ')),
    text,
    value: (label: string) => control(label).value,
    has: (name: string) => button(name) !== undefined,
    isDisabled: (name: string) => button(name)?.disabled,
    async type(label: string, value: string): Promise<void> {
      const field = control(label)
      // React replaces the property, to notice changes by scripts.
      const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
      await act(async () => {
        field.focus()
        property?.set?.call(field, value)
        field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
      })
    },
    /** Waits until the screen says something. */
    says: (words: string) => until(() => text().includes(words)),
    async tick(label: string): Promise<void> {
      await act(async () => control(label).click())
    },
    /** Presses a button, and waits until no call is under way. */
    async press(name: string): Promise<void> {
      await until(() => button(name)?.disabled === false)
      await act(async () => button(name)?.click())
      await until(() => all('[aria-busy=true]').length === 0)
    },
    async revalidate(): Promise<void> {
      await act(() => router.revalidate())
    },
    close,
  }
}

/** Waits until the screen shows something. */
async function until(isSo: () => boolean): Promise<void> {
  // The screen changes by itself meanwhile, which React warns of in tests.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await expect.poll(isSo).toBe(true)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

/** A refusal as the shop makes it. */
export const refusal = (status: number, code: string, more: object = {}) =>
  Response.json({ status, code, title: '', type: 'about:blank', detail: '', message: '', ...more }, { status })

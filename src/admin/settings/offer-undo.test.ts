import { expect, test, vi } from 'vitest'
import type { ShownSetting } from '#shop/settings/staff-contract.ts'
import { closeToast, readToasts } from '#ui/toast-store.ts'
import { offerUndo } from './offer-undo.ts'

// Safe cast: what an undo reads of a setting.
const settings = ['Name', 'Address'].map(
  (label) => ({ name: label.toLowerCase(), label, version: '2' }) as ShownSetting,
)

test('the undo of settings names those that weren’t taken back, and says that it worked only if all were', async () => {
  vi.useFakeTimers()
  const refused = new Set(['/api/admin/settings/name/return'])
  vi.stubGlobal('fetch', async (url: string) =>
    refused.has(url) ? Response.json({ message: 'Somebody changed it.' }, { status: 412 }) : Response.json({}),
  )
  async function undo(): Promise<string[]> {
    for (const { id } of readToasts()) closeToast(id)
    const then = vi.fn()
    offerUndo(
      settings.map((setting) => ({ setting, before: 1 })),
      then,
    )
    const [toast] = readToasts()
    if (toast?.action && 'onPress' in toast.action) toast.action.onPress()
    await vi.advanceTimersByTimeAsync(0)
    expect(then).toHaveBeenCalledOnce()
    return readToasts().map(({ tone, text }) => `${tone}: ${text}`)
  }
  expect(await undo()).toEqual(['ok: Saved: Name, Address', 'bad: Not undone: Name: Somebody changed it.'])
  refused.clear()
  expect(await undo()).toEqual(['ok: Saved: Name, Address', 'ok: Undone.'])
})

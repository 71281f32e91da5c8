import { expect, test, vi } from 'vitest'
import type { StaffMember } from '#shop/staff/staff-contract.ts'
import { call } from '../api.ts'
import { setStaff } from '../session.ts'
import { readAsked } from './over-page.ts'

// Safe cast: a person is told apart by the id.
const person = (id: string) => ({ id }) as StaffMember

test('a call that waited for a sign-in is made again by the same person, and never by another one', async () => {
  const reload = vi.fn()
  vi.stubGlobal('window', { location: { reload } })
  const fetched = vi.fn()
  let isSignedIn = false
  vi.stubGlobal('fetch', async (url: string) => {
    fetched(url)
    if (isSignedIn) return Response.json({})
    return Response.json({ code: 'not_logged_in', message: 'Please sign in.' }, { status: 401 })
  })
  async function ask(signedIn: string): Promise<void> {
    isSignedIn = false
    setStaff(person('asha'))
    fetched.mockClear()
    void call('GET /home')
    await expect.poll(readAsked).not.toBeNull()
    isSignedIn = true
    setStaff(person(signedIn))
    readAsked()?.finish()
  }
  await ask('asha')
  await expect.poll(() => fetched.mock.calls.length).toBe(2)
  expect(reload).not.toHaveBeenCalled()
  await ask('bela')
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  expect(fetched).toHaveBeenCalledOnce()
})

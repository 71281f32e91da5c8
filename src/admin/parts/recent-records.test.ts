// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { StaffMember } from '#shop/staff/staff-contract.ts'
import { setStaff } from '../session.ts'
import { forgetRecent, noteRecent, readRecent } from './recent-records.ts'

// Safe cast: the id alone is read.
const signIn = (id: string) => setStaff({ id } as StaffMember)
const open = (name: string) => noteRecent({ to: `/orders/${name}`, label: name })
const names = () => readRecent().map(({ label }) => label)

beforeEach(() => sessionStorage.clear())

test('the records that somebody had open are there, the last one first and each once', () => {
  signIn('asha')
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'g']) open(name)
  expect(names()).toEqual(['g', 'a', 'f', 'e', 'd', 'c'])
  signIn('ravi')
  expect(names()).toEqual([])
  signIn('asha')
  forgetRecent()
  expect(names()).toEqual([])
})

import { useSyncExternalStore } from 'react'
import { createStore } from '#platform/browser/store.ts'
import { mayCall, type RIGHTS } from '#shop/staff/rights.ts'
import type { StaffMember } from '#shop/staff/staff-contract.ts'

/** Who is signed in, or null. The session itself is a cookie that scripts can't read. */
const person = createStore<StaffMember | null>(null)

export const readStaff = person.read
export const setStaff = person.set
export const subscribeStaff = person.subscribe

/** Who is signed in. Screens are only shown to somebody. */
export function useStaff(): StaffMember {
  const staff = useSyncExternalStore(person.subscribe, person.read)
  if (staff === null) throw new Error('nobody is signed in')
  return staff
}

/** True if the person's role includes a call: what it doesn't include isn't shown. */
export function may(call: keyof typeof RIGHTS): boolean {
  const staff = person.read()
  return staff !== null && mayCall(staff.role, call)
}

import { expect, test, vi } from 'vitest'
import type { StaffMember } from '#shop/staff/staff-contract.ts'
import { setStaff } from '../session.ts'
import { find } from './find.ts'

test('a part of the search that fails is told, and the others’ hits are there', async () => {
  // Safe cast: the role alone decides what's searched.
  setStaff({ role: 'owner' } as StaffMember)
  const product = { id: 'kurta', name: 'Kurta', price: 1799, stock: 9, state: 'published' }
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/admin/products')) return Response.json({ items: [product] })
    if (url.startsWith('/api/admin/orders')) throw new TypeError('Failed to fetch')
    return Response.json({ items: [] })
  })
  const { signal } = new AbortController()
  const { found, problem } = await find('kurta', signal)
  expect(found.map(({ id }) => id)).toEqual(['product kurta'])
  expect(problem).toBe('The shop can’t be reached. Please try again.')
})

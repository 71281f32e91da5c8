import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gigabytes, isDiskLow, readDiskSpace } from './disk.server.ts'

test('the space of a folder that doesn’t exist yet is that of its parent', async () => {
  const [existing, missing] = await Promise.all([
    readDiskSpace(tmpdir()),
    readDiskSpace(join(tmpdir(), 'not', 'yet', 'there')),
  ])
  expect(existing.free).toBeGreaterThan(0)
  expect(existing.total).toBeGreaterThanOrEqual(existing.free)
  expect(missing.total).toBe(existing.total)
})

test('a disk with less than 1 GB is nearly full', () => {
  expect([2 ** 30, 2 ** 30 - 1].map((free) => isDiskLow({ free, total: 2 ** 40 }))).toEqual([false, true])
  expect(gigabytes(2 ** 30 * 0.44)).toBe('0.4 GB')
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { cutPage, readCursor } from './keyset.server.ts'

const key = z.tuple([z.number(), z.string()])

test('a cursor is the key of the last row, and only while there are more rows', () => {
  const rows = [1, 2, 3].map((number) => ({ number, id: `id${number}` }))
  const page = cutPage(rows, 2, ({ number, id }) => [number, id])
  expect(page.items).toEqual(rows.slice(0, 2))
  expect(readCursor(page.next ?? '', key)).toEqual({ ok: true, data: [2, 'id2'] })
  expect(cutPage(rows, 3, ({ id }) => [id]).next).toBeNull()
})

test.each(['', 'x', '%%%', Buffer.from('{}').toString('base64url'), Buffer.from('["a",1]').toString('base64url')])(
  'a broken cursor is refused: %s',
  (cursor) => {
    expect(readCursor(cursor, key)).toMatchObject({ ok: false, code: 'invalid_input' })
  },
)

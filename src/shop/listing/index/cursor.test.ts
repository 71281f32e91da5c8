import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCursor, writeCursor } from './cursor.server.ts'

describe('cursors', () => {
  test('are parsed to their original sort key', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000_000_000),
        fc.stringMatching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,3}$/),
        fc.constantFrom({}, { position: 7 }, { position: -1 }, { relevanceRank: 0 }, { relevanceRank: 47 }),
        (price, id, rank) => {
          expect(readCursor(writeCursor({ price, id, ...rank }))).toEqual({ price, id, ...rank })
        },
      ),
    )
  })

  test('are rejected if the index didn’t write them', () => {
    fc.assert(fc.property(fc.string(), (typed) => void readCursor(typed)))
    for (const typed of [
      '',
      'abc',
      '!!!',
      Buffer.from('1 ../x').toString('base64url'),
      `${writeCursor({ price: 1, id: 'a' })}=`,
    ])
      expect(readCursor(typed)).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalEmail } from './address.ts'

describe('canonicalEmail', () => {
  test.each([
    [' Asha@Example.COM ', 'asha@example.com'],
    ['\u200easha@\u200bexample.com\u00a0', 'asha@example.com'],
    ['as\u00adha@example.com\ufeff', 'asha@example.com'],
    ["o'neil+tag@mail.example", "o'neil+tag@mail.example"],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@BU\u0308CHER.example', 'a@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@b.example`, `${'a'.repeat(64)}@b.example`],
  ])('%j becomes %j', (typed, canonical) => expect(canonicalEmail(typed)).toBe(canonical))

  test.each(
    [
      ['', 'plain', '@b.example', 'a@', 'a@b', 'a@@b.example', 'a@b@c.example', 'a b@c.example', '"a b"@c.example'],
      ['a@b.example,c@d.example', 'a@b.example;c@d.example', 'Asha <a@b.example>', 'a@b.example\r\nBcc: c@d.example'],
      ['.a@b.example', 'a.@b.example', 'a..b@c.example', `${'a'.repeat(65)}@b.example`, `a@${'b'.repeat(250)}.example`],
      [
        'a@127.0.0.1',
        'a@127.1',
        'a@[::1]',
        'a@-b.example',
        'a@b.example.',
        'a@b%2eexample',
        'a@b.example/x',
        'a@b_c.example',
      ],
      // The lower case of the Kelvin sign is an ASCII k: it mustn't become another person's mailbox.
      ['\u212aelvin@b.example', 'जॉन@b.example', 'a\u0000@b.example'],
    ].flat(),
  )('rejects %j', (typed) => expect(canonicalEmail(typed)).toBeNull())

  test('is idempotent, and ignores the case', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (typed) => {
        const canonical = canonicalEmail(typed)
        if (canonical !== null) expect(canonicalEmail(canonical)).toBe(canonical)
        expect(canonicalEmail(typed.toUpperCase())).toBe(canonical)
      }),
    )
  })

  test('parses very long texts in reasonable time', () => {
    for (const text of ['a'.repeat(50_000), `${'a.'.repeat(25_000)}@b`, `a@${'b.'.repeat(25_000)}`, '@'.repeat(50_000)])
      expect(canonicalEmail(text)).toBeNull()
  })
})

import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog, loggedPath, maskContacts } from './log.server.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let line = ''
  const stream = new Writable({
    write(chunk, _, done) {
      line += String(chunk)
      done()
    },
  })
  write(createLog('info', stream))
  return JSON.parse(line)
}

test.each([
  ['/product-details/boxy-tee?viewProduct=true', '/product-details/boxy-tee'],
  ['/api/user/getCartProduct/x2dLkfJ0aQ9pR_tYw1uZgA', '/api/user/getCartProduct/x2dLkfJ0aQ9pR_tYw1uZgA'],
  [
    '/media/0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9-640.webp',
    '/media/0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9-640.webp',
  ],
  ['/confirm/x2dLkfJ0aQ9pR_tYw1uZgA', '/confirm/*'],
  ['/api/user/pay/x2dLkfJ0aQ9pR_tYw1uZgA/verify', '/api/user/pay/*/verify'],
  ['/hi/wishlist/x2dLkfJ0aQ9pR_tYw1uZgA', '/hi/wishlist/*'],
  ['/api/user/sharedWishlist/x2dLkfJ0aQ9pR_tYw1uZgA', '/api/user/sharedWishlist/*'],
  ['/hi/confirm/abc#part', '/hi/confirm/*'],
  ['/Yn6zrQWKeviSgxH4HT0f7uuDob2sCFOL2DC3iZsnYWA', '/*'],
  ['/asha@example.test', '/*'],
  ['/asha%40example.test/orders', '/*/orders'],
  ['/98200%2000028', '/*'],
  ['/9820000028', '/*'],
  ['/982-000-0028', '/*'],
  ['/Asha%20Kale', '/*'],
  ['', ''],
])('the path %s is logged as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})

test.each([
  ['550 5.1.1 <asha.kale+x@mail.example.test>: unknown', '550 5.1.1 <[mail]>: unknown'],
  ['/?mail=asha%40example.test&x', '/?mail=[mail]&x'],
  ['the contact +91 98200 00028 is invalid', 'the contact [phone] is invalid'],
  ['"9820000028"', '"[phone]"'],
  ['{"free":7516192768,"sizes":[7516192768,8123456789]}', '{"free":7516192768,"sizes":[7516192768,8123456789]}'],
  ['at node_modules/@hono/node-server/dist/index.js:12:3', 'at node_modules/@hono/node-server/dist/index.js:12:3'],
  ['"trace":"4bf92f3577b34da6a3ce929d0e0e4736"', '"trace":"4bf92f3577b34da6a3ce929d0e0e4736"'],
])('%s is written as %s', (line, masked) => {
  expect(maskContacts(line)).toBe(masked)
})

test('an error is logged without the values that it repeats', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "customers_email"'), {
    code: '23505',
    severity: 'ERROR',
    detail: 'Key (email)=(asha@example.test) already exists.',
    where: 'Asha Kale',
    table: 'customers',
    constraint: 'customers_email',
  })
  const { err } = logged((log) => log.error({ err: error }, 'failed'))
  expect(err).toMatchObject({
    message: error.message,
    code: '23505',
    table: 'customers',
    constraint: 'customers_email',
  })
  expect(JSON.stringify(err)).not.toMatch(/asha/i)
  expect(String((err as { stack: string }).stack)).toContain('log.test.ts')
})

test('values of a refused input, and the text that JSON.parse repeats, aren’t logged', () => {
  const input = Object.assign(new Error('invalid input syntax for type integer: "Asha"'), {
    code: '22P02',
    severity: 'ERROR',
  })
  let parse: unknown
  try {
    JSON.parse('Asha Kale, 28 Cadell Road')
  } catch (error) {
    parse = error
  }
  for (const error of [input, parse, new Error('wrapped', { cause: parse }), 'Asha'])
    expect(JSON.stringify(logged((log) => log.error({ err: error }, 'failed')))).not.toMatch(/asha/i)
})

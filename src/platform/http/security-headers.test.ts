import { expect, test } from 'vitest'
import { pageHeaders } from './security-headers.server.ts'

test('a host name can’t add directives to the policy', () => {
  const invalid = ['https://x.example;script-src', 'https://a,b.example', 'https://a b.example']
  const valid = ['https://pics.example', 'https://*.tiles.example', 'https://[2001:db8::1]:8443']
  const policy = pageHeaders({ https: true, img: [...invalid, ...valid] })['content-security-policy']
  expect(policy).toContain(`img-src 'self' data: ${valid.join(' ')};`)
  expect(policy).not.toContain('x.example')
})

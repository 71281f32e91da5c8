import { expect, test } from 'vitest'
import { pageHeaders } from './security-headers.server.ts'

test('a host name can’t add directives to the policy', () => {
  const strange = ['https://x.example;script-src', 'https://a,b.example', 'https://a b.example']
  const good = ['https://pics.example', 'https://*.tiles.example', 'https://[2001:db8::1]:8443']
  const policy = pageHeaders({ https: true, img: [...strange, ...good] })['content-security-policy']
  expect(policy).toContain(`img-src 'self' data: ${good.join(' ')};`)
  expect(policy).not.toContain('x.example')
})

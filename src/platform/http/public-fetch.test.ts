import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchPublicPicture, isPublicAddress } from './public-fetch.server.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const options = { accept: /^image\/png/, maxBytes: 1024 * 1024, timeoutMs: 60_000 }
const fetchHere = (url: string, more = {}) => fetchPublicPicture(url, { ...options, isAllowed: () => true, ...more })
const png: RequestListener = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('pixels')

test.each([
  ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', '0.0.0.0', '224.0.0.1'],
  ['255.255.255.255', '240.0.0.1', '192.0.2.1', '::1', '::', 'fe80::1', 'fc00::1', 'ff02::1', '2001:db8::1'],
  ['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '2002:7f00:1::', '::7f00:1', '::127.0.0.1'],
  ['2001::1', 'fec0::1', 'no address'],
])('%s and others are not public', (...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('accepts public addresses', () => {
  expect(['8.8.8.8', '151.101.1.1', '2606:4700::1111', '::ffff:8.8.8.8'].every(isPublicAddress)).toBe(true)
})

test('nothing is sent to an address that is not public, by literal or by name', async () => {
  const listener = vi.fn(png)
  const origin = await serve(listener)
  const { port } = new URL(origin)
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'])
    await expect(fetchPublicPicture(`http://${host}:${port}/a.png`, options)).rejects.toThrow(
      'its IP address is not public',
    )
  expect(listener).not.toHaveBeenCalled()
  expect((await fetchHere(`${origin}/a.png`)).toString()).toBe('pixels')
})

test('the address of a redirect is checked again', async () => {
  const listener = vi.fn(png)
  const inside = new URL(await serve(listener))
  const outside = await serve((_, response) =>
    response.writeHead(302, { location: `http://localhost:${inside.port}/secret` }).end(),
  )
  // Allows the first address checked (the first server's), and not the one that `localhost` resolves to.
  let checks = 0
  const isAllowed = () => checks++ === 0
  await expect(fetchPublicPicture(outside, { ...options, isAllowed })).rejects.toThrow('its IP address is not public')
  expect(listener).not.toHaveBeenCalled()
})

test('five redirects are followed, six are not; other schemes and passwords are refused', async () => {
  const origin = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) png(request, response)
    else response.writeHead(301, { location: left > 50 ? 'file:///etc/passwd' : `/${left - 1}` }).end()
  })
  expect((await fetchHere(`${origin}/5`)).toString()).toBe('pixels')
  await expect(fetchHere(`${origin}/6`)).rejects.toThrow('redirects more than 5 times')
  await expect(fetchHere(`${origin}/99`)).rejects.toThrow('no http or https URL')
  await expect(fetchHere('ftp://example.com/a')).rejects.toThrow('no http or https URL')
  await expect(fetchHere('https://me:secret@example.com/a')).rejects.toThrow('contains a password')
})

test('a host that redirects has responded, also where the target does not', async () => {
  const target = await serve(png)
  const origin = await serve((_, response) => response.writeHead(302, { location: target }).end())
  await new Promise((done) => servers[0]?.close(done))
  const message = 'its host does not respond'
  await expect(fetchHere(target)).rejects.toMatchObject({ message, network: true })
  await expect(fetchHere(origin)).rejects.toMatchObject({ message, network: false })
})

test('status, type, size and time are bounded', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/missing') response.writeHead(404, { 'content-type': 'image/png' }).end()
    else if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('hello')
    else if (request.url === '/declared')
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 9_999_999 }).write('x')
    else if (request.url === '/endless') {
      response.writeHead(200, { 'content-type': 'image/png' })
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(200_000), more)
      }
      more()
    } else if (request.url === '/stalled') response.writeHead(200, { 'content-type': 'image/png' }).write('x')
    else if (request.url === '/broken') {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 9 })
      response.write('x', () => response.destroy())
    }
  })
  await expect(fetchHere(`${origin}/missing`)).rejects.toThrow('it responded with 404')
  await expect(fetchHere(`${origin}/page`)).rejects.toThrow('it is text/html')
  await expect(fetchHere(`${origin}/declared`)).rejects.toThrow('more than 1 MB')
  await expect(fetchHere(`${origin}/endless`)).rejects.toThrow('more than 1 MB')
  await expect(fetchHere(`${origin}/silent`, { timeoutMs: 200 })).rejects.toMatchObject({
    message: 'it took too long',
    network: true,
  })
  // A host that has begun a response isn't given up on.
  await expect(fetchHere(`${origin}/stalled`, { timeoutMs: 200 })).rejects.toMatchObject({
    message: 'it took too long',
    network: false,
  })
  await expect(fetchHere(`${origin}/broken`)).rejects.toMatchObject({
    message: 'its connection was lost',
    network: false,
  })
})

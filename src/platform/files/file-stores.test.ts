import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../tests/support/processes.ts'
import { givenBucket, S3_KEYS, type S3Server, startS3Server } from '../../../tests/support/s3-server.ts'
import type { FileStore } from './file-store.ts'
import { openFileStore } from './open-store.server.ts'
import { readPage } from './s3-list.ts'
import { parseBucketUrl } from './store-url.ts'

let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const namesIn = async (store: FileStore, prefix?: string) => {
  const names: string[] = []
  for await (const { name } of store.list(prefix)) names.push(name)
  return names.sort()
}

async function bytesOf(store: FileStore, name: string): Promise<Buffer> {
  const stream = await store.openRead(name)
  if (!stream) throw new Error(`There is no ${name}.`)
  return buffer(stream)
}

const given = givenBucket()
const STORES: [string, () => FileStore][] = [
  ['a folder', () => openFileStore(join(folder, 'shop'), null)],
  ['a bucket', () => openFileStore(s3.url, S3_KEYS)],
  ['a bucket’s prefix', () => openFileStore(s3.url.replace('?', '/backups/one?'), S3_KEYS)],
  ...(given ? [['a given bucket', () => openFileStore(given.url, given.keys)] satisfies (typeof STORES)[0]] : []),
]

describe.each(STORES)('%s', (_, open) => {
  test('keeps, replaces and deletes files', async () => {
    const store = open()
    const startedAt = Date.now()
    expect(await store.read('a/one.txt')).toBeNull()
    expect(await store.openRead('a/one.txt')).toBeNull()
    expect(await store.stat('a/one.txt')).toBeNull()
    await store.write('a/one.txt', Buffer.from('first'))
    await store.write('a/one.txt', Buffer.from('second'))
    await store.write('a/one.txt.bak', Buffer.from(''))
    expect(String(await store.read('a/one.txt'))).toBe('second')
    expect(await store.read('a/one.txt.bak')).toHaveLength(0)
    expect(String(await bytesOf(store, 'a/one.txt'))).toBe('second')
    const found = await store.stat('a/one.txt')
    expect(found).toMatchObject({ name: 'a/one.txt', bytes: 6 })
    expect(Math.abs((found?.modifiedAt.getTime() ?? 0) - startedAt)).toBeLessThan(60_000)
    await store.remove('a/one.txt')
    await store.remove('a/one.txt')
    // The other one begins with its name.
    expect(await store.stat('a/one.txt')).toBeNull()
    expect(await namesIn(store)).toEqual(['a/one.txt.bak'])
    await store.remove('a/one.txt.bak')
  })

  test('lists by the beginning of the name, whatever the name has', async () => {
    const store = open()
    const names = ['list/कुर्ता लाल.webp', 'list/l’été (1) + 100%.webp', 'list/sub/x.webp', 'listed.webp', 'other.webp']
    for (const name of names) await store.write(name, Buffer.from(name))
    expect(await namesIn(store)).toEqual(names.toSorted())
    expect(await namesIn(store, 'list/')).toEqual(names.slice(0, 3).toSorted())
    expect(await namesIn(store, 'list/s')).toEqual(['list/sub/x.webp'])
    expect(await namesIn(store, 'list/l’été (1')).toEqual([names[1]])
    expect(await namesIn(store, 'nothing/')).toEqual([])
    for (const name of names) expect(String(await store.read(name))).toBe(name)
    for (const name of names) await store.remove(name)
    expect(await namesIn(store)).toEqual([])
  })

  test('lists more than a page', async () => {
    const store = open()
    const names = Array.from({ length: 1050 }, (_, index) => `many/${String(index).padStart(4, '0')}`)
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => store.write(name, Buffer.from('x'))))
    expect(await namesIn(store, 'many/')).toEqual(names)
  })

  test('takes a stream of any length', async () => {
    const store = open()
    const block = Buffer.alloc(999_999, 'kurta ')
    await store.write('long', Readable.from(Array.from({ length: 21 }, () => block)))
    expect((await store.stat('long'))?.bytes).toBe(21 * block.length)
    const back = await bytesOf(store, 'long')
    expect(back.equals(Buffer.concat(Array.from({ length: 21 }, () => block)))).toBe(true)
    await store.write('long', Readable.from([Buffer.from('short')]))
    await store.write('empty', Readable.from([]))
    expect([await store.read('long'), await store.read('empty')].map(String)).toEqual(['short', ''])
  })

  test.each([1, 40])('writes nothing if a stream fails after %i MB', async (megabytes) => {
    const store = open()
    const failing = async function* () {
      for (let at = 0; at < megabytes; at++) yield Buffer.alloc(1_000_000)
      throw new Error('The picture’s source ended.')
    }
    await expect(store.write('failed', Readable.from(failing()))).rejects.toThrow('The picture’s source ended.')
    expect(await namesIn(store, 'failed')).toEqual([])
  })

  test.each(['../outside', '/etc/passwd', 'a/../../b', ''])('refuses the name "%s"', async (name) => {
    await expect(open().write(name, Buffer.from('x'))).rejects.toThrow('Not a name of a file')
  })
})

test('a failed upload in parts is deleted from the bucket', async () => {
  const store = openFileStore(s3.url, S3_KEYS)
  const failing = async function* () {
    for (let at = 0; at < 40; at++) yield Buffer.alloc(1_000_000)
    throw new Error('ended')
  }
  const before = await s3.uploads()
  await expect(store.write('parts', Readable.from(failing()))).rejects.toThrow('ended')
  expect(await s3.uploads()).toEqual(before)
})

describe('errors of a bucket', () => {
  const failure = (url: string, keys = S3_KEYS) =>
    openFileStore(url, keys)
      .read('a')
      .catch((error) => error)

  test('say in one sentence, without the keys, what to mend', async () => {
    const wrong = { accessKeyId: 'AKSTRANGER', secretAccessKey: 'hunter22' }
    expect(await failure(s3.url, wrong)).toMatchObject({
      code: 'keys_refused',
      message: 'S3 refuses these keys for s3://shop (InvalidAccessKeyId); check both of them.',
    })
    expect(await failure(s3.url, { ...S3_KEYS, secretAccessKey: 'hunter22' })).toMatchObject({
      code: 'keys_refused',
      message: 'S3 refuses these keys for s3://shop (SignatureDoesNotMatch); check both of them.',
    })
    const missing = s3.url.replace('shop', 'nowhere')
    const noBucket = 'There is no bucket s3://nowhere (NoSuchBucket); create it, or check its name.'
    expect(await failure(missing)).toMatchObject({ code: 'no_bucket', message: noBucket })
    await expect(namesIn(openFileStore(missing, S3_KEYS))).rejects.toMatchObject({ code: 'no_bucket' })
    await expect(openFileStore(missing, S3_KEYS).write('a', Buffer.from('x'))).rejects.toMatchObject({
      code: 'no_bucket',
    })
    expect(await failure(`s3://shop?endpoint=http://127.0.0.1:${await freePort()}`)).toMatchObject({
      code: 'unreachable',
      message: 's3://shop can’t be reached (ECONNREFUSED); check the endpoint.',
    })
  })

  test('need an address and keys that can be used', () => {
    expect(() => openFileStore('s3://shop', S3_KEYS)).toThrow('must have the endpoint of the store')
    expect(() => openFileStore('pictures', null)).toThrow('must be an s3:// URL')
    expect(() => openFileStore(s3.url, null)).toThrow('A bucket needs keys')
  })
})

test('a list’s names are those of the files, however the server escapes them', () => {
  const entry =
    '<Contents><Key>a &amp;amp; b&#39;s &#x26; &lt;1&gt;</Key><LastModified>2026-11-26T10:00:00.000Z</LastModified><Size>7</Size></Contents>'
  const modifiedAt = new Date('2026-11-26T10:00:00Z')
  const files = [{ name: "a &amp; b's & <1>", bytes: 7, modifiedAt }]
  expect(readPage(`<ListBucketResult><IsTruncated>false</IsTruncated>${entry}</ListBucketResult>`)).toEqual({ files })
  const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>1/=+</NextContinuationToken>'
  expect(readPage(`<ListBucketResult>${more}${entry}${entry}</ListBucketResult>`)).toEqual({
    files: [...files, ...files],
    next: '1/=+',
  })
})

test('Amazon’s endpoint follows from the region', () => {
  const { endpoint } = Object(parseBucketUrl('s3://shop?region=ap-south-1'))
  expect(endpoint).toBe('https://s3.ap-south-1.amazonaws.com')
  expect(parseBucketUrl('s3://shop/a/b/?region=cn-north-1')).toEqual({
    bucket: 'shop',
    prefix: 'a/b',
    endpoint: 'https://s3.cn-north-1.amazonaws.com.cn',
    region: 'cn-north-1',
  })
})

describe('a server that has trouble', () => {
  let server: Server
  /** What the server still answers to each method before it behaves. */
  let faults: number[] = []
  const requests: string[] = []
  let url: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.method ?? '')
      const status = faults.shift()
      request.resume().on('end', () => {
        if (status === 0) response.destroy()
        else if (status === undefined) response.end('bytes')
        else
          response
            .writeHead(status, { 'content-type': 'application/xml; charset=utf-8' })
            .end('<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // Safe cast: it listens at a TCP port.
    url = `s3://shop?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test('is asked again, three times in all', async () => {
    const store = openFileStore(url, S3_KEYS)
    faults = [503, 0]
    expect(String(await store.read('a'))).toBe('bytes')
    expect(requests.splice(0)).toEqual(['GET', 'GET', 'GET'])
    faults = [500, 500, 503]
    await expect(store.write('a', Buffer.from('x'))).rejects.toMatchObject({
      code: 'busy',
      message: 's3://shop can’t answer now (SlowDown).',
    })
    expect(requests.splice(0)).toEqual(['PUT', 'PUT', 'PUT'])
  })

  test('is not asked again about what it refuses', async () => {
    faults = [400]
    await expect(openFileStore(url, S3_KEYS).remove('a')).rejects.toMatchObject({ code: 'failed' })
    expect(requests.splice(0)).toEqual(['DELETE'])
  })
})

test('a folder has no unfinished file', async () => {
  expect((await readdir(join(folder, 'shop'))).filter((name) => name.endsWith('.part'))).toEqual([])
})

/**
 * The process of s3-server.ts: s3rver, which verifies signatures. It runs with --openssl-legacy-provider, because
 * s3rver's continuation tokens are encrypted with DES.
 */
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

const [directory = '', port = '0'] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: [{ name: 'shop' }],
})
// s3rver can't abort an upload in parts.
server.middleware.unshift(async (context, next) => {
  const upload = new URL(context.url, 'http://s3.test').searchParams.get('uploadId')
  if (context.method !== 'DELETE' || upload === null) return next()
  await rm(join(directory, 'shop/._S3rver_uploads', upload), { recursive: true, force: true })
  context.status = 204
})
await server.run()
// Safe cast: it listens at a TCP port.
process.send?.((server.httpServer.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())

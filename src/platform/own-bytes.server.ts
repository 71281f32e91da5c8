/**
 * The same bytes in memory of exactly their size, for what is kept. Node cuts small buffers out of slabs that many share
 * (`Buffer.poolSize`: 64 KiB), so a few kept bytes would hold a whole slab for as long.
 */
export function ownBytes(source: string | Buffer): Buffer {
  if (typeof source !== 'string' && source.buffer.byteLength === source.length) return source
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(source))
  if (typeof source === 'string') own.write(source)
  else source.copy(own)
  return own
}

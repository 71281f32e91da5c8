/** A segment of a JPEG: its marker, length and content. */
function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A valid progressive JPEG in one colour with so many scans, each of which a decoder goes over all pixels for. */
export function progressiveJpeg({ scans, side }: { scans: number; side: number }): Buffer {
  const blocks = Math.ceil(side / 8) ** 2
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(side, 1)
  frame.writeUInt16BE(side, 3)
  const oneCode = Buffer.from([1, ...Array(15).fill(0)])
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc2, frame),
    segment(0xc4, Buffer.concat([Buffer.from([0x00]), oneCode, Buffer.from([0])])),
    segment(0xc4, Buffer.concat([Buffer.from([0x10]), oneCode, Buffer.from([0xe0])])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    Buffer.alloc(Math.floor(blocks / 8)),
    Buffer.from(blocks % 8 ? [0x7f] : []),
  ]
  const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])), emptyBlocks(blocks)])
  return Buffer.concat([...parts, ...Array<Buffer>(scans - 1).fill(scan), Buffer.from([0xff, 0xd9])])
}

/** "The next n blocks are empty", in bits (EOBn), for all blocks. */
function emptyBlocks(blocks: number): Buffer {
  let bits = ''
  for (let left = blocks; left > 0; ) {
    const run = Math.max(16_384, Math.min(left, 32_767))
    bits += `0${(run - 16_384).toString(2).padStart(14, '0')}`
    left -= run
  }
  const bytes = (bits + '1'.repeat((8 - (bits.length % 8)) % 8)).match(/.{8}/g) ?? []
  return Buffer.from(bytes.flatMap((byte) => (byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)])))
}

import sharp from 'sharp'

/** A small PNG, and a copy whose header claims 20,000 pixels a side. */
export async function pngAndBomb(): Promise<{ png: Buffer; bomb: Buffer }> {
  const png = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(20_000, 16)
  bomb.writeUInt32BE(20_000, 20)
  return { png, bomb }
}

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngAndBomb } from '../../../tests/support/png-bomb.ts'
import { progressiveJpeg } from '../../../tests/support/progressive-jpeg.ts'
import { garmentColor, inspectPicture } from './inspect-picture.server.ts'

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
const box = (type: string, brands: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${type}\0\0\0\0${brands}`, 'latin1')])

test('a picture is known by its header, in every format that is read', async () => {
  const picture = plain(40, 30, '#2b2f77')
  for (const bytes of [
    await picture.jpeg().toBuffer(),
    await picture.png().toBuffer(),
    await picture.webp().toBuffer(),
    await picture.gif().toBuffer(),
    await picture.tiff().toBuffer(),
    await picture.avif({ effort: 0 }).toBuffer(),
  ])
    expect(await inspectPicture(bytes)).toEqual({ width: 40, height: 30 })
  const upright = await picture.withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await inspectPicture(upright), 'as a phone held upright takes it').toEqual({ width: 30, height: 40 })
  const whole = await plain(2000, 1000, '#2b2f77').jpeg().toBuffer()
  expect(await inspectPicture(whole.subarray(0, 700)), 'no more than the header is read').toEqual({
    width: 2000,
    height: 1000,
  })
})

test.each([
  ['HEIC', box('heic', 'mif1heic'), /^is a HEIC picture/],
  ['HEIC of a camera', box('mif1', 'mif1heic'), /^is a HEIC picture/],
  ['MP4', box('isom', 'isomavc1'), 'is a video'],
  ['WebM', Buffer.from('1a45dfa3', 'hex'), 'is a video'],
  [
    'SVG',
    Buffer.from('<?xml version="1.0"?>\n<!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>'),
    /^is an SVG drawing/,
  ],
  ['PDF', Buffer.from('%PDF-1.7'), /^is a PDF/],
  ['Photoshop', Buffer.from('8BPS'), /^is a Photoshop file/],
  ['BMP', Buffer.from('BM1234'), /^is a BMP picture/],
  ['JPEG XL', Buffer.from('ff0a', 'hex'), /^is a JPEG XL picture/],
  ['ZIP', Buffer.from('504b0304', 'hex'), 'is a ZIP file'],
  ['web page', Buffer.from('<!DOCTYPE html><title>Log in</title>'), 'is a web page'],
  ['text', Buffer.from('no picture'), /^isn’t a picture that can be read here/],
  ['empty file', Buffer.alloc(0), 'is empty'],
  ['JPEG without a header', Buffer.from('ffd8ffe000104a', 'hex'), 'is damaged'],
])('a %s is named as what it is', async (_, bytes, problem) => {
  const found = await inspectPicture(bytes)
  if (typeof problem === 'string') expect(found).toBe(problem)
  else expect(found).toMatch(problem)
})

test('a JPEG with too many scans is refused before it is decoded', async () => {
  expect(await inspectPicture(progressiveJpeg({ scans: 100, side: 64 }))).toEqual({ width: 64, height: 64 })
  expect(await inspectPicture(progressiveJpeg({ scans: 101, side: 64 }))).toMatch(/^is a JPEG with more than 100 scans/)
})

test('a picture with too many pixels says how many it has', async () => {
  const { bomb } = await pngAndBomb()
  expect(await inspectPicture(bomb)).toBe('has 400 million pixels; at most 60 million can be read')
})

/** A garment of one colour before a background. */
async function garment(background: string, color: string) {
  const cloth = await plain(60, 100, color).png().toBuffer()
  return plain(120, 160, background)
    .composite([{ input: cloth, left: 30, top: 40 }])
    .png()
    .toBuffer()
}

test('the colour of a garment is the median of its middle, not of the background or a pattern', async () => {
  expect(await garmentColor(await garment('#ffffff', '#2b2f77'), '#ffffff')).toBe('#2b2f77')
  expect(await garmentColor(await garment('#d7d0c3', '#d81b72'), '#d7d0c3')).toBe('#d81b72')
  expect(await garmentColor(await garment('#ffffff', '#ffffff'), '#ffffff'), 'white before white').toBe('#ffffff')
  const printed = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#2b2f77' } })
    .composite([{ input: await plain(10, 90, '#e8b923').png().toBuffer(), left: 40, top: 0 }])
    .png()
    .toBuffer()
  expect(await garmentColor(printed, '#ffffff')).toBe('#2b2f77')
})

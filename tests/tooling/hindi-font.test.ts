import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import hindi from '../../src/languages/hi.json' with { type: 'json' }

type Shaping = {
  readDevanagari: (font: Uint8Array, axes?: Record<string, number>) => Promise<Uint8Array>
  openFont: (bytes: Uint8Array) => object
  glyphWidths: (font: object, text: string) => number[]
  hindiWords: (catalogue: Record<string, string>) => string[]
}

const root = join(import.meta.dirname, '../..')
const { readDevanagari, openFont, glyphWidths, hindiWords }: Shaping = await import(
  pathToFileURL(join(root, 'scripts/shape-text.mjs')).href
)

const readFont = async (path: string, axes?: Record<string, number>) =>
  openFont(await readDevanagari(readFileSync(join(root, path)), axes))

test('the headline face has every letter of the Hindi texts, joined as in the whole font', async () => {
  const cut = await readFont('public/fonts/anek-devanagari-wide.woff2')
  const whole = await readFont(
    'node_modules/@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wdth-normal.woff2',
    { wght: 800, wdth: 125 },
  )
  const words = hindiWords(hindi)
  expect(words.length).toBeGreaterThan(1000)
  // If it fails: node scripts/hindi-font.mjs
  expect(words.filter((word) => glyphWidths(cut, word).join() !== glyphWidths(whole, word).join())).toEqual([])
})

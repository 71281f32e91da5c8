/**
 * Writes the fonts of printed documents: Archivo (SIL Open Font License, public/fonts/OFL.txt) in two weights, with all of
 * its Latin letters and the rupee sign.
 *
 *   node scripts/pdf-fonts.mjs        -> src/platform/pdf/fonts/*.ttf
 *
 * Run by hand; the results are committed. `pyftmerge` (fonttools) merges the two files that the package splits Archivo into.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = join(ROOT, 'node_modules/@fontsource-variable/archivo/files')
/** Both files have some characters; merging takes each from one. */
const LATIN = characters([0x20, 0x7e], [0xa0, 0xff], [0x2010, 0x2026])
const LATIN_EXT = characters([0x100, 0x24f], [0x1e00, 0x1eff], [0x20b9, 0x20b9])

for (const weight of [400, 700]) {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  const parts = []
  for (const [name, text] of [
    ['latin', LATIN],
    ['latin-ext', LATIN_EXT],
  ]) {
    const font = await readFile(join(SOURCE, `archivo-${name}-wdth-normal.woff2`))
    const options = { targetFormat: 'sfnt', variationAxes: { wght: weight, wdth: 100 }, noHinting: true }
    parts.push(join(folder, `${name}.ttf`))
    await writeFile(parts.at(-1), await subsetFont(font, text, { ...options, keepFeatures: ['kern', 'tnum'] }))
  }
  const target = join(ROOT, `src/platform/pdf/fonts/archivo-${weight}.ttf`)
  execFileSync('pyftmerge', [`--output-file=${target}`, '--drop-tables+=STAT,HVAR,MVAR,avar,fvar', ...parts])
  await rm(folder, { recursive: true })
}

function characters(...ranges) {
  return ranges
    .map(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join(''),
    )
    .join('')
}

/**
 * Writes the fonts of printed documents: Archivo (SIL Open Font License, public/fonts/OFL.txt) in two weights, with all of
 * its Latin letters and the rupee sign.
 *
 *   node scripts/pdf-fonts.mjs [FOLDER]        -> src/platform/pdf/fonts/*.ttf
 *
 * Run it manually. The results are committed. `pyftmerge` (fonttools) merges the two files into which the package
 * splits Archivo. If FOLDER is given, it contains Noto*-Regular.ttf (SIL Open Font License, Debian's package
 * fonts-noto-core), and fonts for India's other scripts are written too.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from './ensure.mjs'

const SOURCE = join(root, 'node_modules/@fontsource-variable/archivo/files')
/** Some characters are in both files of the package. Each is taken from one. */
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
  const target = join(root, `src/platform/pdf/fonts/archivo-${weight}.ttf`)
  execFileSync('pyftmerge', [`--output-file=${target}`, '--drop-tables+=STAT,HVAR,MVAR,avar,fvar', ...parts])
  await rm(folder, { recursive: true })
}

/** The Unicode blocks of each script, by the name of its file in Debian's package. */
const SCRIPTS = {
  SansDevanagari: [[0x900, 0x97f]],
  SansBengali: [[0x980, 0x9ff]],
  SansGurmukhi: [[0xa00, 0xa7f]],
  SansGujarati: [[0xa80, 0xaff]],
  SansOriya: [[0xb00, 0xb7f]],
  SansTamil: [[0xb80, 0xbff]],
  SansTelugu: [[0xc00, 0xc7f]],
  SansKannada: [[0xc80, 0xcff]],
  SansMalayalam: [[0xd00, 0xd7f]],
  SansOlChiki: [[0x1c50, 0x1c7f]],
  SansMeeteiMayek: [
    [0xaae0, 0xaaff],
    [0xabc0, 0xabff],
  ],
  NaskhArabic: [
    [0x600, 0x6ff],
    [0x750, 0x77f],
  ],
}
/** The joiners, the circle below single marks, the dandas and the space. */
const SHARED = '\u200c\u200d\u25cc\u0964\u0965 '
const [, , noto] = process.argv
for (const [script, blocks] of noto ? Object.entries(SCRIPTS) : []) {
  const font = await readFile(join(noto, `Noto${script}-Regular.ttf`))
  const name = script.replace(/^(Sans|Naskh)/, '').toLowerCase()
  await writeFile(
    join(root, `src/platform/pdf/fonts/noto-${name}.ttf`),
    await subsetFont(font, characters(...blocks) + SHARED, { targetFormat: 'sfnt', noHinting: true }),
  )
}

function characters(...ranges) {
  return ranges
    .map(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join(''),
    )
    .join('')
}

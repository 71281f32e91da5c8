/**
 * Writes the fonts of printed documents: Archivo (SIL Open Font License, public/fonts/OFL.txt) in two weights, with all of
 * its Latin letters and the rupee sign.
 *
 *   node scripts/pdf-fonts.mjs [FOLDER]        -> src/platform/pdf/fonts/*.ttf
 *
 * Run it manually. The results are committed. `pyftmerge` (fonttools) merges the two files into which the package
 * splits Archivo. If FOLDER is given, it contains NotoSans*-Regular.ttf (SIL Open Font License, Debian's package
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

/** The Unicode block of each script. */
const SCRIPTS = {
  Devanagari: '0900-097F',
  Bengali: '0980-09FF',
  Gurmukhi: '0A00-0A7F',
  Gujarati: '0A80-0AFF',
  Oriya: '0B00-0B7F',
  Tamil: '0B80-0BFF',
  Telugu: '0C00-0C7F',
  Kannada: '0C80-0CFF',
  Malayalam: '0D00-0D7F',
}
const [, , noto] = process.argv
for (const [script, block] of noto ? Object.entries(SCRIPTS) : [])
  execFileSync('pyftsubset', [
    join(noto, `NotoSans${script}-Regular.ttf`),
    `--unicodes=U+${block},U+0964,U+0965,U+200C,U+200D,U+25CC,U+0020`,
    '--layout-features=*',
    '--no-hinting',
    `--output-file=${join(root, `src/platform/pdf/fonts/noto-${script.toLowerCase()}.ttf`)}`,
  ])

function characters(...ranges) {
  return ranges
    .map(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join(''),
    )
    .join('')
}

/**
 * Cuts Anek Devanagari (SIL Open Font License) to the headline face of the Hindi pages, and writes its @font-face rules.
 *
 *   node scripts/hindi-font.mjs   -> public/fonts/anek-devanagari-wide.woff2, OFL-anek.txt, src/ui/hindi-font.css, hindi-font-file.ts
 *
 * Run it manually when src/languages/hi.json has new words (tests/tooling/hindi-font.test.ts fails then). The results are
 * committed. With every joined form of every letter the font would be 63 KB; it has those that HarfBuzz needs for the
 * words of hi.json. In other words, letters without their joined form are shown with a virama, and a missing letter comes
 * from the device's font. `pyftsubset` is part of fonttools.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from './ensure.mjs'
import { glyphsThrough, glyphWidths, hindiWords, JOINERS, openFont, readDevanagari } from './shape-text.mjs'

const SOURCE = join(root, 'node_modules/@fontsource-variable/anek-devanagari')
const WIDE = { wght: 800, wdth: 125 }
/** Letters, vowel signs and digits of Hindi, which are kept whether or not a word has them today. */
const LETTERS = 'अआइईउऊऋऍएऐऑओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसहािीुूृॅेैॉोौ्ंःँ़।०१२३४५६७८९'
const FILE = 'anek-devanagari-wide.woff2'

/**
 * The fallback until the font is there: the font of Android and of most Linux systems, scaled to the same width. Its mean
 * advances (in em) were measured in the same way.
 */
const LOCALS = [
  { names: ['Noto Sans Devanagari', 'NotoSansDevanagari-Regular'], advance: 0.4022 },
  { names: ['Noto Sans Devanagari Bold', 'NotoSansDevanagari-Bold'], advance: 0.4385 },
]

const source = await readFile(join(SOURCE, 'files/anek-devanagari-devanagari-wdth-normal.woff2'))
const whole = await readDevanagari(source, WIDE)
const font = openFont(whole)
const words = hindiWords(JSON.parse(await readFile(join(root, 'src/languages/hi.json'), 'utf8')))
const glyphs = new Set([...words, ...LETTERS].flatMap((word) => [...glyphsThrough(font, word)]))
const text = [...new Set([...words.join(''), ...LETTERS])].join('')

const woff2 = await keepGlyphs(whole, text, [...glyphs])
const url = `/fonts/${FILE}?v=${createHash('sha256').update(woff2).digest('hex').slice(0, 10)}`
await writeFile(join(root, 'public/fonts', FILE), woff2)
await copyFile(join(SOURCE, 'LICENSE'), join(root, 'public/fonts/OFL-anek.txt'))
await writeFile(join(root, 'src/ui/hindi-font.css'), `/* Made by scripts/hindi-font.mjs. */\n${rules().join('\n')}\n`)
await writeFile(
  join(root, 'src/ui/hindi-font-file.ts'),
  `// Made by scripts/hindi-font.mjs: the same URL as in hindi-font.css, for \`<link rel="preload">\`.\nexport const HINDI_WIDE_FONT = '${url}'\n`,
)
console.log(`${glyphs.size} glyphs, ${(woff2.length / 1024).toFixed(1)} KB`)

/** A font with only these glyphs. Its substitutions lead only to them, so they must not be followed any further. */
async function keepGlyphs(sfnt, characters, ids) {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  const [before, after] = ['before.ttf', 'after.ttf'].map((name) => join(folder, name))
  await writeFile(before, sfnt)
  const kept = [`--gids=${ids}`, `--text=${characters}`, '--no-layout-closure', '--layout-features=*', '--no-hinting']
  execFileSync('pyftsubset', [before, `--output-file=${after}`, ...kept])
  const cut = await readFile(after)
  await rm(folder, { recursive: true })
  return subsetFont(cut, characters + JOINERS, { targetFormat: 'woff2', noHinting: true })
}

function rules() {
  const range = 'U+900-97F, U+200C-200D'
  const wide = meanAdvance(words)
  return [
    `@font-face {
  font-family: "Anek FS Wide";
  font-weight: 800;
  unicode-range: ${range};
  src: url("${url}") format("woff2");
  font-display: swap;
}`,
    ...LOCALS.map(
      ({ names, advance }) => `@font-face {
  font-family: "Anek FS Wide fallback";
  font-weight: 800;
  unicode-range: ${range};
  src: ${names.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${((wide / advance) * 100).toFixed(2)}%;
}`,
    ),
  ]
}

/** The mean advance of a character in these words, in em. */
function meanAdvance(sample) {
  const sum = sample.flatMap((word) => glyphWidths(font, word)).reduce((total, width) => total + width, 0)
  return sum / font.face.upem / sample.join('').length
}

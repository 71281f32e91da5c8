/**
 * Subsets Archivo (SIL Open Font License) for the shop and writes the @font-face rules.
 *
 *   node scripts/fonts.mjs        -> public/fonts/*.woff2, public/fonts/OFL.txt, src/ui/fonts.css, src/ui/font-files.ts
 *
 * Run it manually when the texts need another character. The results are committed. The rupee sign is only in Archivo's
 * latin-ext file: `pyftmerge` (fonttools) merges it into the text fonts and the wide one, which saves a request on
 * every page with a price. Each fallback is a local font, scaled to Archivo's line length and height, so the web font
 * causes no layout shift.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from './ensure.mjs'
import { averageWidth, readMetrics } from './font-metrics.mjs'

const SOURCE = join(root, 'node_modules/@fontsource-variable/archivo')
const LATIN = await readFile(join(SOURCE, 'files/archivo-latin-wdth-normal.woff2'))
const LATIN_EXT = await readFile(join(SOURCE, 'files/archivo-latin-ext-wdth-normal.woff2'))

const ASCII = range(0x20, 0x7e)
/** Characters that occur only in customers' texts. They're in a separate font. */
const RARE = '<[\\]^`{|}~$\u00b0\u00bd'
const TEXT = without(RARE, `${ASCII}\u00a0\u00a9\u00b7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026`)
/** The rare characters and accented letters, as in names: browsers load this font only if one of them is used. */
const ACCENTED = RARE + range(0xc0, 0xff)
const FEATURES = ['kern', 'mark', 'ccmp', 'tnum']
const RUPEE = '\u20b9'

const ANY_WEIGHT = { wght: { min: 400, max: 700, default: 400 }, wdth: 100 }

/*
 * Two static weights rather than one variable font: each fits into TCP's initial congestion window (10 packets), which
 * saves a round trip on a slow connection.
 */
const FACES = [
  ...[400, 700].map((weight) => ({
    file: `archivo-text-${weight}.woff2`,
    text: TEXT,
    axes: { wght: weight, wdth: 100 },
    rule: {
      'font-family': '"Archivo FS"',
      'font-weight': String(weight),
      'font-stretch': '100%',
      'unicode-range': 'U+20-BF, U+2000-2044, U+20B9',
    },
  })),
  {
    file: 'archivo-marked.woff2',
    text: ACCENTED,
    axes: ANY_WEIGHT,
    rule: {
      'font-family': '"Archivo FS more"',
      'font-weight': '400 700',
      'font-stretch': '100%',
      'unicode-range': 'U+24, U+3C, U+5B-5E, U+60, U+7B-7E, U+B0, U+BD, U+C0-FF',
    },
  },
  {
    file: 'archivo-wide.woff2',
    text: `${ASCII}\u00b7\u2019\u2013`,
    axes: { wght: 800, wdth: 125 },
    rule: { 'font-family': '"Archivo FS Wide"', 'font-weight': '800', 'font-stretch': '125%' },
  },
]

/**
 * Mean advance of the sample in each local font, in em (measured with averageWidth). Arial and Liberation Sans have the
 * same widths by design. Browsers skip faces that the system lacks. The last available one wins.
 */
const LOCALS = [
  { names: ['Roboto', 'Roboto-Regular'], weight: 'regular', width: 0.4469 },
  { names: ['Roboto Bold', 'Roboto-Bold'], weight: 'bold', width: 0.4545 },
  { names: ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans'], weight: 'regular', width: 0.45 },
  {
    names: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold'],
    weight: 'bold',
    width: 0.4815,
  },
]

const FALLBACKS = [
  { family: 'Archivo FS fallback', weight: 'regular', range: '400 599', axes: { wght: 400, wdth: 100 } },
  { family: 'Archivo FS fallback', weight: 'bold', range: '600 900', axes: { wght: 700, wdth: 100 } },
  { family: 'Archivo FS Wide fallback', weight: 'bold', range: '800', axes: { wght: 800, wdth: 125 } },
]

await mkdir(join(root, 'public/fonts'), { recursive: true })
await copyFile(join(SOURCE, 'LICENSE'), join(root, 'public/fonts/OFL.txt'))
const rules = []
const urls = {}
let total = 0
for (const face of FACES) rules.push(await subsetFace(face))
for (const fallback of FALLBACKS) rules.push(...(await matchFallback(fallback)))
await writeFile(join(root, 'src/ui/fonts.css'), `/* Made by scripts/fonts.mjs. */\n${rules.join('\n')}\n`)
await writeFile(join(root, 'src/ui/font-files.ts'), fontFilesModule())
console.log(`${(total / 1024).toFixed(1)} KB in total`)

async function subsetFace({ file, text, axes, rule }) {
  const options = { variationAxes: axes, keepFeatures: FEATURES, noHinting: true }
  const font =
    axes === ANY_WEIGHT
      ? await subsetFont(LATIN, text, { ...options, targetFormat: 'woff2' })
      : await withRupee(text, { ...options, targetFormat: 'sfnt' })
  await writeFile(join(root, 'public/fonts', file), font)
  const url = `/fonts/${file}?v=${createHash('sha256').update(font).digest('hex').slice(0, 10)}`
  urls[file] = url
  total += font.length
  console.log(`${file} ${(font.length / 1024).toFixed(1)} KB`)
  return printRule({ ...rule, src: `url("${url}") format("woff2")`, 'font-display': 'swap' })
}

/** A subset of one weight with the rupee sign merged in. */
async function withRupee(text, options) {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  const [letters, rupee, both] = ['letters.ttf', 'rupee.ttf', 'both.ttf'].map((name) => join(folder, name))
  await writeFile(letters, await subsetFont(LATIN, text, options))
  await writeFile(rupee, await subsetFont(LATIN_EXT, RUPEE, { ...options, keepFeatures: [] }))
  execFileSync('pyftmerge', [`--output-file=${both}`, '--drop-tables+=STAT,HVAR,MVAR,avar,fvar', letters, rupee])
  const merged = await readFile(both)
  await rm(folder, { recursive: true })
  return subsetFont(merged, text + RUPEE, { targetFormat: 'woff2', keepFeatures: FEATURES, noHinting: true })
}

/** One rule for each local fallback: scaled in width, with Archivo's line height. */
async function matchFallback({ family, weight, range: weights, axes }) {
  const subset = await subsetFont(LATIN, TEXT + ACCENTED, { targetFormat: 'sfnt', variationAxes: axes })
  const metrics = readMetrics(subset)
  const width = averageWidth(metrics)
  return LOCALS.filter((local) => local.weight === weight).map((local) => {
    const scale = width / local.width
    const percent = (value) => `${((value / scale) * 100).toFixed(2)}%`
    return printRule({
      'font-family': `"${family}"`,
      'font-weight': weights,
      src: local.names.map((name) => `local("${name}")`).join(', '),
      'size-adjust': `${(scale * 100).toFixed(2)}%`,
      'ascent-override': percent(metrics.ascent),
      'descent-override': percent(metrics.descent),
      'line-gap-override': percent(metrics.lineGap),
    })
  })
}

function printRule(declarations) {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};`)
  return `@font-face {\n${lines.join('\n')}\n}`
}

function fontFilesModule() {
  return [
    '// Made by scripts/fonts.mjs: the same URLs as in fonts.css, for `<link rel="preload">`.',
    `export const TEXT_FONT = '${urls['archivo-text-400.woff2']}'`,
    `export const BOLD_FONT = '${urls['archivo-text-700.woff2']}'`,
    `export const WIDE_FONT = '${urls['archivo-wide.woff2']}'`,
    '',
  ].join('\n')
}

function without(unwanted, text) {
  return [...text].filter((character) => !unwanted.includes(character)).join('')
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join('')
}

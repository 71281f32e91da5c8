/**
 * Makes the AVIF renditions beside every master of catalogue/pictures, and catalogue/pictures.json with each
 * master's size, hash and ground colour. What is up to date is left alone; `--all` makes everything again.
 *
 *   node scripts/pictures.mjs [--all]
 *
 * A rendition lies beside its master as `<name>.<width>.avif`. No rendition of up to 1080 px weighs more than
 * 40 KB: that is the page's budget for its largest picture on a phone, so busy cloth gets a lower quality.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const FOLDER = fileURLToPath(new URL('../catalogue/pictures', import.meta.url))
const INDEX = fileURLToPath(new URL('../catalogue/pictures.json', import.meta.url))
const WIDTHS = [180, 360, 540, 720, 1080]
const LARGE_WIDTHS = [1440, 2160]
const QUALITIES = [52, 46, 40, 34, 28, 22]
const LIMIT_BYTES = 40 * 1024
const EFFORT = 3

sharp.concurrency(1)

const everything = process.argv.includes('--all')
const before = existsSync(INDEX) ? JSON.parse(await readFile(INDEX, 'utf8')) : {}
const masters = (await readdir(FOLDER, { recursive: true }))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.webp'))
  .sort()

const index = {}
let made = 0
let bytes = 0
for (const [position, file] of masters.entries()) {
  index[file] = await bringUpToDate(file)
  showProgress(position + 1)
  if (position % 25 === 24) await save({ ...before, ...index })
}
await removeOrphans()
await save(index)
process.stdout.write(
  `\n${masters.length} masters, ${made} renditions made, ${(bytes / 1048576).toFixed(1)} MB written\n`,
)

/** Returns the master's entry; makes its renditions when the master changed or one is missing. */
async function bringUpToDate(file) {
  const master = await readFile(join(FOLDER, file))
  const hash = createHash('sha256').update(master).digest('hex').slice(0, 10)
  const known = before[file]
  const widths = known && widthsFor(known.width)
  const whole = widths?.every((width) => existsSync(join(FOLDER, renditionName(file, width))))
  if (!everything && known?.hash === hash && whole) return known
  const { width, height } = await sharp(master).metadata()
  for (const target of widthsFor(width)) await makeRendition(file, master, target)
  return { width, height, hash, tone: await findTone(master) }
}

/** Writes one rendition under a temporary name first: a stopped run leaves no half file that looks finished. */
async function makeRendition(file, master, width) {
  const path = join(FOLDER, renditionName(file, width))
  let picture
  for (const quality of QUALITIES) {
    picture = await sharp(master)
      .resize({ width, withoutEnlargement: true })
      .avif({ quality, effort: EFFORT })
      .toBuffer()
    if (width > 1080 || picture.length <= LIMIT_BYTES) break
  }
  await writeFile(`${path}.part`, picture)
  await rename(`${path}.part`, path)
  made += 1
  bytes += picture.length
}

/** The mean colour of the picture's outer edge: the wall behind the garment, good as a placeholder. */
async function findTone(master) {
  const side = 12
  const { data } = await sharp(master)
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sums = [0, 0, 0]
  let count = 0
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (x > 0 && y > 0 && x < side - 1 && y < side - 1) continue
      count += 1
      for (const channel of [0, 1, 2]) sums[channel] += data[(y * side + x) * 3 + channel]
    }
  }
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function widthsFor(masterWidth) {
  return [...WIDTHS, ...LARGE_WIDTHS.filter((width) => width <= masterWidth)]
}

function renditionName(file, width) {
  return file.replace(/\.webp$/, `.${width}.avif`)
}

/** Renditions whose master has gone would otherwise stay in the repository for ever. */
async function removeOrphans() {
  const wanted = new Set(
    masters.flatMap((file) => widthsFor(index[file].width).map((width) => renditionName(file, width))),
  )
  for (const found of await readdir(FOLDER, { recursive: true })) {
    const file = found.replaceAll('\\', '/')
    if (/\.(avif|part)$/.test(file) && !wanted.has(file)) await rm(join(FOLDER, file))
  }
}

async function save(entries) {
  const sorted = Object.keys(entries)
    .sort()
    .map((file) => ` ${JSON.stringify(file)}: ${JSON.stringify(entries[file])}`)
  await writeFile(INDEX, `{\n${sorted.join(',\n')}\n}\n`)
}

function showProgress(done) {
  const filled = Math.round((done / masters.length) * 32)
  const bar = '█'.repeat(filled).padEnd(32, '░')
  const line = `${bar} ${done}/${masters.length} pictures, ${made} renditions made`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`)
  else if (done % 50 === 0 || done === masters.length) process.stdout.write(`${line}\n`)
}

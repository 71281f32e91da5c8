/**
 * Encodes the AVIF renditions beside every original of catalogue/pictures, and writes catalogue/pictures.json with each
 * original's size, hash and placeholder colour. Encodes only what has changed, or everything with `--all`.
 *
 *   node scripts/run.mjs scripts/pictures.mjs [--all]
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { writeWhole } from '../src/platform/files/folder-store.server.ts'
import { avifPath } from '../src/platform/pictures/picture-files.server.ts'
import { encodeAvif, metadataOf, renditionWidths } from '../src/platform/pictures/store-picture.server.ts'
import { root } from './ensure.mjs'

const FOLDER = join(root, 'catalogue/pictures')
const INDEX = join(root, 'catalogue/pictures.json')
const EFFORT = 3

sharp.concurrency(1)

const everything = process.argv.includes('--all')
const before = existsSync(INDEX) ? JSON.parse(await readFile(INDEX, 'utf8')) : {}
const originals = (await readdir(FOLDER, { recursive: true }))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.webp'))
  .sort()

const index = {}
let written = 0
let bytes = 0
for (const [position, file] of originals.entries()) {
  index[file] = await update(file)
  showProgress(position + 1)
  if (position % 25 === 24) await save({ ...before, ...index })
}
await removeOrphans()
await save(index)
process.stdout.write(
  `\n${originals.length} originals, ${written} renditions encoded, ${(bytes / 1048576).toFixed(1)} MB written\n`,
)

/** Returns the original's entry. Encodes its renditions if it changed or one is missing. */
async function update(file) {
  const path = join(FOLDER, file)
  const original = await readFile(path)
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 10)
  const known = before[file]
  const isComplete = known && renditionWidths(known.width).every((width) => existsSync(avifPath(path, width)))
  if (!everything && known?.hash === hash && isComplete) return known
  const metadata = await metadataOf(original, await sharp(original).metadata())
  for (const width of renditionWidths(metadata.width)) {
    const avif = await encodeAvif(original, width, EFFORT)
    await writeWhole(avifPath(path, width), avif)
    bytes += avif.length
    written += 1
  }
  return metadata
}

/** Deletes renditions whose original is gone. */
async function removeOrphans() {
  const expected = new Set(
    originals.flatMap((file) => renditionWidths(index[file].width).map((width) => avifPath(file, width))),
  )
  for (const found of await readdir(FOLDER, { recursive: true })) {
    const file = found.replaceAll('\\', '/')
    if (/\.(avif|part)$/.test(file) && !expected.has(file)) await rm(join(FOLDER, file))
  }
}

async function save(entries) {
  const sorted = Object.keys(entries)
    .sort()
    .map((file) => ` ${JSON.stringify(file)}: ${JSON.stringify(entries[file])}`)
  await writeFile(INDEX, `{\n${sorted.join(',\n')}\n}\n`)
}

function showProgress(done) {
  const filled = Math.round((done / originals.length) * 32)
  const bar = '█'.repeat(filled).padEnd(32, '░')
  const line = `${bar} ${done}/${originals.length} pictures, ${written} renditions encoded`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`)
  else if (done % 50 === 0 || done === originals.length) process.stdout.write(`${line}\n`)
}

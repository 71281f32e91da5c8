import { parseProduct } from '../catalog/product/parse.server.ts'
import type { PictureDraft } from '../catalog/product/picture-draft.server.ts'
import { isRemote, type PictureToStore, resolvePicture } from '../catalog/product/pictures.server.ts'
import type { StoredProductPicture } from '../catalog/tables.server.ts'
import { type Lines, notText, peekLine } from './csv.server.ts'
import type { ImportOptions } from './import-catalog.server.ts'
import { addError, addNote, type ImportReport, leaveOut } from './import-report.server.ts'
import { type LineError, type Place, type RawProduct, type StagedProduct, unreadable } from './raw-product.server.ts'
import { formatOf, readProductFile } from './readers.server.ts'
import type { StagingFile } from './staging-file.server.ts'
import type { ImportedPicture } from './store-pictures.server.ts'

/** Products in a batch of the staging file. */
const BATCH = 200
const UNKNOWN_FORMAT =
  'the file format isn’t recognised: use JSON Lines, a product CSV of Shopify or WooCommerce, or a Google Merchant feed, or give --format'

/** The pictures to store, by the `src` that the staged products have for them. */
export type PicturesToStore = Map<string, ImportedPicture>

/**
 * Reads and validates the lines, and writes the valid products to the staging file. Of pictures it reads the headers
 * and adds them to `pictures`. Resolves to the number of products.
 */
export async function stageProducts(
  staging: StagingFile,
  pictures: PicturesToStore,
  lines: Lines,
  options: ImportOptions,
  report: ImportReport,
): Promise<number> {
  const seen = new Map<string, number>()
  let batch: StagedProduct[] = []
  let staged = 0
  const flush = async () => {
    if (batch.length > 0) await staging.append(batch)
    batch = []
  }
  const [first, all, close] = await peekLine(lines)
  const format = options.format ?? formatOf(first)
  const problem = notText(first)
  const isReadable = problem === null && format !== null
  if (!isReadable) await close()
  const products = isReadable ? readProductFile(format, all) : [unreadable(1, problem ?? UNKNOWN_FORMAT)]
  if (options.prices)
    addNote(report, {
      line: 1,
      id: '',
      message: 'the choice of a price (--prices) does nothing: each variant has its own',
    })
  for await (const raw of products) {
    const product = await validate(raw, seen, pictures, options, report)
    options.onProgress?.(report.products)
    if (!product) continue
    batch.push(product)
    staged++
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return staged
}

async function validate(
  raw: RawProduct,
  seen: Map<string, number>,
  toStore: PicturesToStore,
  options: ImportOptions,
  report: ImportReport,
): Promise<StagedProduct | null> {
  if (raw.value === undefined && raw.errors.length === 0) {
    for (const message of raw.notes) addNote(report, { line: raw.line, id: '', message })
    return null
  }
  report.products++
  const parsed = raw.value === undefined ? null : parseProduct(raw.value)
  const id = parsed === null ? '' : parsed.ok ? parsed.draft.id : parsed.id
  const errors: LineError[] = raw.errors.map((error) => ({ ...error, id }))
  const add = (message: string, place: Place = raw) => errors.push({ ...placeOf(place), id, message })
  if (parsed && !parsed.ok && raw.errors.length === 0)
    for (const { message, field, variant = -1, first = -1 } of parsed.errors) {
      const same = raw.variantLines?.[first]
      const where = same === undefined ? '' : `; the first is in line ${same}`
      add(`${message}${where}`, { line: raw.variantLines?.[variant] ?? raw.line, column: raw.columns?.[field] })
    }
  if (id !== '' && seen.has(id)) add(`the _id ${id} is in line ${seen.get(id)} too`)
  else if (id !== '') seen.set(id, raw.line)
  const placeOfPicture = (at: number) => placeOf(raw.picturePlaces?.[at] ?? raw)
  const found = parsed?.ok
    ? await resolvePictures(parsed.draft.pictures, options, (message, at) => add(message, placeOfPicture(at)))
    : []
  // Pages show only https pictures: an error in the shop's own format, in other shops' files a note (below).
  if (!options.remote && !raw.picturePlaces)
    for (const [at, { picture }] of found.entries())
      if (picture.src.startsWith('http:')) add(`pictures.${at}.src must be an https address`)
  if (options.skipWrong && parsed && errors.length > 0) leaveOut(report, errors)
  else for (const error of errors) addError(report, error)
  if (!parsed?.ok || errors.length > 0) return null
  for (const message of raw.notes) addNote(report, { line: raw.line, id, message })
  for (const [at, one] of found.entries()) {
    const place = { ...placeOfPicture(at), id }
    await takePicture(one, place, toStore, options, report)
  }
  const { pictures: _, ...draft } = parsed.draft
  const pictures = found.map(({ picture }) => picture)
  const shown = options.remote ? pictures : pictures.filter(({ src }) => !src.startsWith('http:'))
  return { line: raw.line, draft, pictures: shown, fromOtherShop: raw.columns !== undefined }
}

/** Notes a picture that has to be stored, or why it's left out. */
async function takePicture(
  { picture: { src }, name, toStore: stored }: ResolvedPicture,
  place: Place & { id: string },
  toStore: PicturesToStore,
  { remote }: ImportOptions,
  report: ImportReport,
): Promise<void> {
  if (stored) toStore.set(src, { ...place, name, picture: stored, isRequired: true })
  else if (isRemote(src) && remote && !toStore.has(src))
    toStore.set(src, { ...place, name: src, picture: await remote.find(src), isRequired: false })
  else if (src.startsWith('http:') && !remote)
    addNote(report, { ...place, message: `the picture ${src.slice(0, 80)} isn’t https and is left out` })
}

const placeOf = ({ line, column }: Place): Place => (column === undefined ? { line } : { line, column })

interface ResolvedPicture {
  picture: StoredProductPicture
  /** As the file names it. */
  name: string
  toStore?: PictureToStore
}

async function resolvePictures(
  drafts: readonly PictureDraft[],
  options: ImportOptions,
  addProblem: (message: string, at: number) => void,
): Promise<ResolvedPicture[]> {
  const resolved: ResolvedPicture[] = []
  for (const [at, draft] of drafts.entries()) {
    const found = await resolvePicture(draft, options.pictures)
    if (typeof found === 'string') addProblem(found, at)
    else resolved.push({ ...found, name: draft.file ?? draft.src ?? '' })
  }
  return resolved
}

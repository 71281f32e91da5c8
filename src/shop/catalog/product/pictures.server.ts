import { readFile } from 'node:fs/promises'
import { SPEC_SWATCHES } from '../../settings/swatch-rules.ts'
import type { StoredProductPicture } from '../tables.server.ts'
import { type Focus, splitFocus, withFocus } from './focus.ts'
import type { PictureDraft } from './picture-draft.server.ts'

/** A stored picture: size in pixels, a short hash of its bytes, its background and its garment as #rrggbb. */
export interface StoredPicture {
  /** The name of the stored file, if it differs from the name in the import file. */
  file?: string
  width: number
  height: number
  hash: string
  tone: string
  garment?: string
}

/** A picture that was found, by its header alone. */
export interface PictureToStore {
  /** The name under which it is stored. */
  file: string
  /** As it will be shown, if it has been looked at. */
  width?: number
  height?: number
  /** True if an earlier import stored it. */
  isStored: boolean
  /** Converts and stores it, or reads what is stored. Or why that failed, as the end of a sentence: "is damaged". */
  store(): Promise<StoredPicture | string>
}

/** `problem`: why it can't be imported, as the end of a sentence: "is a HEIC picture, …". */
export type FoundPicture = StoredPicture | PictureToStore | { problem: string }

/** A picture on its way into a product, whose address doesn't have its focus yet. */
export type StagedPicture = StoredProductPicture & { focus?: Focus | undefined }

/** Finds a picture named in an import file, reading no more than its header. Null: there is none. */
export interface PictureSource {
  find(file: string): Promise<FoundPicture | null>
}

/** Finds and stores one picture. Or why that failed, as the end of a sentence: "is damaged". */
export async function storeNow(source: PictureSource, file: string): Promise<StoredPicture | string> {
  const found = await source.find(file)
  if (!found) return 'wasn’t found'
  if ('problem' in found) return found.problem
  return 'store' in found ? found.store() : found
}

/** The demonstration's pictures, from their list `{file: {width, height, hash, tone}}`. */
export async function readPictureList(path: string): Promise<PictureSource> {
  const list: Record<string, StoredPicture> = JSON.parse(await readFile(path, 'utf8'))
  return { find: async (file) => (Object.hasOwn(list, file) ? (list[file] ?? null) : null) }
}

/** Tries several sources in order. */
export function combineSources(...sources: readonly PictureSource[]): PictureSource {
  return {
    async find(file) {
      for (const source of sources) {
        const found = await source.find(file)
        if (found) return found
      }
      return null
    },
  }
}

/** Placeholder colour of a picture whose background is unknown. */
const DEFAULT_TONE = '#ece7db'

/**
 * A picture as products have it, with the URL of the shop or of another host, or an error message if there is no such
 * file or it can't be read. `toStore`: the picture's `src` changes when that's stored.
 */
export async function resolvePicture(
  draft: PictureDraft,
  source: PictureSource | undefined,
): Promise<{ picture: StagedPicture; toStore?: PictureToStore } | string> {
  const { file = '', src, color, view, alt, swatch, focus } = draft
  const shown = { alt, color, view, ...(swatch === undefined ? {} : { swatch }), ...(focus ? { focus } : {}) }
  const { width = 1200, height = 1500, tone = DEFAULT_TONE } = draft
  if (src !== undefined) return { picture: { src, width, height, tone, ...shown } }
  const found = (await source?.find(file)) ?? fromDraft(draft)
  if (!found) return `the picture ${file} wasn’t found`
  if ('problem' in found) return `the picture ${file} ${found.problem}`
  if (!('store' in found)) return { picture: { ...facts(found, file), ...shown } }
  const size = { width: found.width ?? width, height: found.height ?? height }
  return { picture: { src: unstoredSrc(found.file), ...size, tone, ...shown }, toStore: found }
}

/** The `src` of a picture that isn't stored yet, so that its version isn't known. */
export const unstoredSrc = (file: string) => `/media/${file}`

/** A picture's path or address, without the version of a stored one and without its focus. */
export const pictureName = (src: string) =>
  splitFocus(src)
    .src.replace(/^\/media\/([^?]+)\?v=.*$/, '$1')
    .replace(/^\/media\//, '')

function facts({ file, hash, width, height, tone, garment }: StoredPicture, name: string) {
  const src = `/media/${file ?? name}?v=${hash}`
  return { src, width, height, tone, ...(garment === undefined ? {} : { swatch: garment }) }
}

/**
 * The pictures as they were stored, by the `src` that they had before. Those that couldn't be fetched from another host
 * are left out. In a dry run nothing is stored.
 */
export function replaceStored(
  pictures: readonly StagedPicture[],
  stored: ReadonlyMap<string, StoredPicture | { file: string }>,
  { dryRun, fetches }: { dryRun: boolean; fetches: boolean },
): StagedPicture[] {
  return pictures.flatMap((picture) => {
    const found = stored.get(picture.src)
    if (found && 'hash' in found) return [{ ...picture, ...facts(found, ''), ...statedSwatch(picture) }]
    if (found) return [{ ...picture, src: unstoredSrc(found.file ?? '') }]
    return dryRun || !fetches || !isRemote(picture.src) ? [picture] : []
  })
}

const statedSwatch = ({ swatch }: StoredProductPicture) => (swatch === undefined ? {} : { swatch })

/**
 * Pictures as a product stores them: each address has its focus, and only the first picture of a colour has a swatch, of the
 * colours without a fixed one (SPEC 9).
 */
export function finishPictures(pictures: readonly StagedPicture[]): StoredProductPicture[] {
  const seen = new Set(Object.keys(SPEC_SWATCHES))
  return pictures.map(({ swatch, focus, ...others }) => {
    const picture = { ...others, src: withFocus(others.src, focus ?? splitFocus(others.src).focus) }
    const key = picture.color.toLowerCase()
    if (swatch === undefined || seen.has(key)) return picture
    seen.add(key)
    return { ...picture, swatch }
  })
}

export const isRemote = (src: string) => /^https?:\/\//.test(src)

/**
 * An exported line has the size and hash of its pictures, so that a shop that already has the files can import it
 * without them.
 */
function fromDraft({ width, height, hash, tone }: PictureDraft): StoredPicture | null {
  return width && height && hash ? { width, height, hash, tone: tone ?? DEFAULT_TONE } : null
}

/** A product's picture as the import reads it. */
export function exportPicture(picture: StoredProductPicture): Record<string, unknown> {
  const { src: address, ...others } = picture
  const { src, focus } = splitFocus(address)
  const rest = focus === null ? others : { ...others, focus }
  const local = /^\/media\/([^?]+)\?v=([A-Za-z0-9]+)$/.exec(src)
  return local ? { file: local[1], ...rest, hash: local[2] } : { src, ...rest }
}

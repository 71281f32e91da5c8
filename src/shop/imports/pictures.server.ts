import { readFile } from 'node:fs/promises'
import type { Picture } from '../catalog/contract.ts'
import type { PictureDraft } from './parse-product.server.ts'

/** A stored picture: size in pixels, a short hash of its bytes, its background as #rrggbb. */
export interface StoredPicture {
  /** The name of the stored file, if it differs from the name in the import file. */
  file?: string
  width: number
  height: number
  hash: string
  tone: string
}

/** Finds a picture named in an import file, or returns null. Unless it's a dry run, it may store the picture. */
export interface PictureSource {
  find(file: string, run: { dryRun: boolean }): Promise<StoredPicture | null>
}

/** The demonstration's pictures, from their list `{file: {width, height, hash, tone}}`. */
export async function readPictureList(path: string): Promise<PictureSource> {
  const list: Record<string, StoredPicture> = JSON.parse(await readFile(path, 'utf8'))
  return { find: async (file) => (Object.hasOwn(list, file) ? (list[file] ?? null) : null) }
}

/** Tries several sources in order. */
export function combineSources(...sources: readonly PictureSource[]): PictureSource {
  return {
    async find(file, run) {
      for (const source of sources) {
        const found = await source.find(file, run)
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
 * file.
 */
export async function resolvePicture(
  draft: PictureDraft,
  source: PictureSource | undefined,
  run: { dryRun: boolean },
): Promise<Picture | string> {
  const { file, src, color, view, alt } = draft
  if (src !== undefined) {
    const { width = 1200, height = 1500, tone = DEFAULT_TONE } = draft
    return { src, alt, color, view, width, height, tone }
  }
  const found = (await source?.find(file ?? '', run)) ?? fromDraft(draft)
  if (!found) return `the picture ${file} wasn’t found`
  return { ...facts(found, file ?? ''), alt, color, view }
}

function facts({ file, hash, width, height, tone }: StoredPicture, name: string) {
  return { src: `/media/${file ?? name}?v=${hash}`, width, height, tone }
}

/** The pictures, with stored copies in place of remote ones. Pictures that couldn't be fetched are left out. */
export function replaceRemote(
  pictures: readonly Picture[],
  stored: ReadonlyMap<string, StoredPicture>,
  { dryRun }: { dryRun: boolean },
): Picture[] {
  return pictures.flatMap((picture) => {
    const found = stored.get(picture.src)
    if (found) return [{ ...picture, ...facts(found, '') }]
    return dryRun || !isRemote(picture.src) ? [picture] : []
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
export function exportPicture(picture: Picture): Record<string, unknown> {
  const { src, ...rest } = picture
  const local = /^\/media\/([^?]+)\?v=([A-Za-z0-9]+)$/.exec(src)
  return local ? { file: local[1], ...rest, hash: local[2] } : { src, ...rest }
}

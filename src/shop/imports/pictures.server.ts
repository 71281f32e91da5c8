import { readFile } from 'node:fs/promises'
import type { Picture } from '../catalog/contract.ts'
import type { PictureDraft } from './parse-product.server.ts'

/** A stored picture: size in pixels, a short hash of its bytes, its background as #rrggbb. */
export interface StoredPicture {
  /** Its file, where that is not the name that the line gave. */
  file?: string
  width: number
  height: number
  hash: string
  tone: string
}

/** Finds a picture that a line names as a file; null where it has none. Unless the run is dry, it may store it. */
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

/** A picture as products have it, or its address elsewhere; an error message where there is no such file. */
export async function resolvePicture(
  draft: PictureDraft,
  source: PictureSource | undefined,
  run: { dryRun: boolean },
): Promise<Picture | string> {
  const { file, src, color, view, alt } = draft
  if (src !== undefined)
    return {
      src,
      alt,
      color,
      view,
      width: draft.width ?? 1200,
      height: draft.height ?? 1500,
      tone: draft.tone ?? DEFAULT_TONE,
    }
  const found = (await source?.find(file ?? '', run)) ?? fromDraft(draft)
  if (!found) return `the picture ${file} was not found`
  return { ...facts(found, file ?? ''), alt, color, view }
}

function facts({ file, hash, width, height, tone }: StoredPicture, name: string) {
  return { src: `/media/${file ?? name}?v=${hash}`, width, height, tone }
}

/** Pictures with remote addresses replaced by what is stored of them. Those that could not be fetched are left out. */
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

/** An exported line has its pictures' size and hash, for the import into a shop that has the files already. */
function fromDraft({ width, height, hash, tone }: PictureDraft): StoredPicture | null {
  return width && height && hash ? { width, height, hash, tone: tone ?? DEFAULT_TONE } : null
}

/** A product's picture as the import reads it. */
export function exportPicture(picture: Picture): Record<string, unknown> {
  const { src, ...rest } = picture
  const local = /^\/media\/([^?]+)\?v=([A-Za-z0-9]+)$/.exec(src)
  return local ? { file: local[1], ...rest, hash: local[2] } : { src, ...rest }
}

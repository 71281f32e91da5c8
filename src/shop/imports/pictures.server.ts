import { readFile } from 'node:fs/promises'
import type { Picture } from '../catalog/contract.ts'
import type { PictureDraft } from './row.server.ts'

/** What is known of a picture file: its size in pixels, a short hash of its bytes, its ground as #rrggbb. */
export interface LocalPicture {
  /** Where it is now, when that is not the name the line gave. */
  file?: string
  width: number
  height: number
  hash: string
  tone: string
}

/**
 * Where local pictures are. `find` answers null for a file it does not have. An import's own source copies what it finds
 * into the shop's data, unless the run is dry.
 */
export interface PictureSource {
  find(file: string, run: { dryRun: boolean }): Promise<LocalPicture | null>
}

/** The demonstration range's pictures, by their list `{file: {width, height, hash, tone}}`. */
export async function readPictureList(path: string): Promise<PictureSource> {
  const list: Record<string, LocalPicture> = JSON.parse(await readFile(path, 'utf8'))
  return { find: async (file) => (Object.hasOwn(list, file) ? (list[file] ?? null) : null) }
}

/** The first source that has a file answers for it. */
export function anyOf(...sources: readonly PictureSource[]): PictureSource {
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

/** Shown until a picture has come, where nobody measured its ground; the paper of the shop. */
const PAPER = '#ece7db'

/** A picture as the shop keeps it; an error sentence where there is no such file. */
export async function placePicture(
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
      tone: draft.tone ?? PAPER,
    }
  const found = (await source?.find(file ?? '', run)) ?? ownFigures(draft)
  if (!found) return `the picture ${file} was not found`
  const { width, height, tone, hash } = found
  return { src: `/media/${found.file ?? file}?v=${hash}`, alt, color, view, width, height, tone }
}

/** An exported line carries its pictures' figures, so that it can come back to a shop that has the files. */
function ownFigures({ width, height, hash, tone }: PictureDraft): LocalPicture | null {
  return width && height && hash ? { width, height, hash, tone: tone ?? PAPER } : null
}

/** The way back: a kept picture as the import takes it. */
export function unplacePicture(picture: Picture): Record<string, unknown> {
  const { src, ...rest } = picture
  const local = /^\/media\/([^?]+)\?v=([A-Za-z0-9]+)$/.exec(src)
  return local ? { file: local[1], ...rest, hash: local[2] } : { src, ...rest }
}

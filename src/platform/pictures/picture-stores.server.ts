import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PicturesConfig } from '../config.server.ts'
import type { FileStore, StoredFile } from '../files/file-store.ts'
import { createFolderStore } from '../files/folder-store.server.ts'
import { openFileStore, type S3Keys } from '../files/open-store.server.ts'
import { createLocalCopies } from './local-copies.server.ts'
import { createOriginalFinder, type PictureRoot } from './originals.server.ts'
import { deleteRenditions } from './renditions.server.ts'
import { uploadedId } from './uploads.server.ts'

/** The shop's pictures, in DATA_DIR or in a bucket (PICTURES_URL). */
export interface PictureStores {
  /** Those below `/media/`: imported ones with their AVIF renditions, and approved photos in `uploads/`. */
  published: FileStore
  /** Photos that nobody approved yet. */
  waiting: FileStore
  /** Where this machine has `published`: their own folder, or a folder of copies. */
  root: PictureRoot
  /** The path of a waiting photo on this machine, as a copy if it's in a bucket; null if there is none. */
  waitingPath(name: string): Promise<string | null>
  /**
   * Begins the deletion of a picture: what it returns deletes this machine's renditions and copies of it, after the
   * picture itself.
   */
  forget(name: string): Promise<() => Promise<void>>
  /** Deletes old copies of photos, and those of the pictures if they are too large; null if there are no copies. */
  sweep: ((maxBytes?: number) => Promise<void>) | null
}

/** The configuration of the pictures. */
export interface PictureOptions {
  dataDir: string
  pictures: PicturesConfig
  s3: S3Keys | null
}

/** The renditions encoded on request. The folder may be deleted at any time. */
export const renditionsFolder = (dataDir: string) => join(dataDir, 'renditions')

/** Copies of photos are soon deleted: their customer may delete a photo on another machine. */
const PHOTO_COPY_MS = 60 * 60 * 1000
const MAX_COPIED_BYTES = 2e9

/** Opens the stores of the shop's pictures. A bucket doesn't have to answer yet. */
export function openPictureStores({ dataDir, pictures: config, s3 }: PictureOptions): PictureStores {
  if (config.kind === 's3') return openInBucket(dataDir, config.url, s3)
  const folder = join(dataDir, 'pictures')
  const waiting = closedFolder(join(dataDir, 'uploads-waiting'))
  return {
    published: createFolderStore(folder),
    waiting,
    root: { folder },
    waitingPath: async (name) => ((await waiting.stat(name)) ? join(waiting.place, name) : null),
    forget: createForget(dataDir, folder),
    sweep: null,
  }
}

/** A private folder, also if an earlier version made it for everybody. */
function closedFolder(folder: string): FileStore {
  const store = createFolderStore(folder, { isPrivate: true })
  return {
    ...store,
    async write(name, content) {
      await mkdir(folder, { recursive: true })
      await chmod(folder, 0o700)
      await store.write(name, content)
    },
  }
}

function openInBucket(dataDir: string, url: string, keys: S3Keys | null): PictureStores {
  const published = openFileStore(folderOf(url, 'pictures'), keys)
  const waiting = openFileStore(folderOf(url, 'uploads-waiting'), keys)
  const copies = createLocalCopies(published, join(dataDir, 'picture-copies'))
  const waitingCopies = createLocalCopies(waiting, join(dataDir, 'waiting-copies'), { isPrivate: true })
  const forgetRenditions = createForget(dataDir, copies.folder)
  const forget = async (name: string) => {
    const deleteRenditionsOf = await forgetRenditions(name)
    return async () => {
      await deleteRenditionsOf()
      await copies.files.remove(name)
    }
  }
  return {
    published,
    waiting,
    root: copies,
    async waitingPath(name) {
      return (await waitingCopies.fetch(name)) ? join(waitingCopies.folder, name) : null
    },
    forget,
    async sweep(maxBytes = MAX_COPIED_BYTES) {
      const isOld = ({ modifiedAt }: StoredFile) => Date.now() - modifiedAt.getTime() > PHOTO_COPY_MS
      for await (const file of waitingCopies.files.list()) if (isOld(file)) await waitingCopies.files.remove(file.name)
      const kept: StoredFile[] = []
      for await (const file of copies.files.list())
        if (uploadedId(file.name) === null) kept.push(file)
        else if (isOld(file)) await (await forget(file.name))()
      let bytes = 0
      for (const file of kept.sort((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime())) {
        bytes += file.bytes
        if (bytes > maxBytes) await copies.files.remove(file.name)
      }
    },
  }
}

/** Finds a picture's renditions by the hash of the file in `folder`, and returns what deletes them. */
function createForget(dataDir: string, folder: string): PictureStores['forget'] {
  const find = createOriginalFinder([{ folder }])
  return async (name) => {
    const original = await find(name)
    return async () => {
      if (original) await deleteRenditions(renditionsFolder(dataDir), original)
    }
  }
}

/** `s3://shop/a?region=…` → `s3://shop/a/pictures?region=…` */
function folderOf(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`
  return url.href
}

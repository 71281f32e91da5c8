import type { Readable } from 'node:stream'

/** A file of a store: its name, its size and when it was written. */
export interface StoredFile {
  name: string
  bytes: number
  modifiedAt: Date
}

/**
 * Files by name, in a folder or in a bucket. A name is relative and has forward slashes, such as
 * `uploads/photo-1.webp`. Files appear whole or not at all.
 */
export interface FileStore {
  /** Where it is, for people: a folder's path or `s3://bucket/prefix`. Contains no secret. */
  readonly place: string
  /** The bytes of a file, or null if there is none. */
  read(name: string): Promise<Buffer | null>
  /** A file's bytes as a stream, or null if there is none. For files that may be large. */
  openRead(name: string): Promise<Readable | null>
  /** Writes a file, in place of one of that name. If a stream fails, the file isn't written. */
  write(name: string, content: Uint8Array | Readable): Promise<void>
  /** Size and time of a file, or null if there is none. */
  stat(name: string): Promise<StoredFile | null>
  /** The files whose names begin with `prefix`, in no particular order. */
  list(prefix?: string): AsyncIterable<StoredFile>
  /** The path of a file of that name, if it's kept on this machine. */
  localPath?(name: string): string
  /**
   * Deletes what killed writes left of files: of those in a folder (`prefix` ends with a slash) and all below it, or of
   * those in one folder whose names begin with `prefix`. Only folders need that.
   */
  removeUnfinished?(prefix: string): Promise<void>
  /** Deletes a file. One that doesn't exist is ignored. */
  remove(name: string): Promise<void>
}

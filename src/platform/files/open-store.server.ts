import { isAbsolute } from 'node:path'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.server.ts'
import { createS3Store } from './s3-store.server.ts'
import { StoreError } from './store-error.ts'
import { parseBucketUrl } from './store-url.ts'

/** Who may use a bucket (S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY). */
export interface S3Keys {
  accessKeyId: string
  secretAccessKey: string
}

/**
 * The store at `s3://BUCKET[/PREFIX]?endpoint=…&region=…`, or in the folder of an absolute path. `isPrivate`: no other
 * user of this machine can read the folder. A bucket needs keys. Neither has to exist or to answer yet.
 * @throws {StoreError} if the address can't be used
 */
export function openFileStore(address: string, keys: S3Keys | null, options: { isPrivate?: boolean } = {}): FileStore {
  if (isAbsolute(address)) return createFolderStore(address, options)
  const bucket = parseBucketUrl(address)
  if (typeof bucket === 'string') throw new StoreError('failed', `The address of the store ${bucket}.`)
  if (!keys) throw new StoreError('keys_refused', 'A bucket needs keys: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return createS3Store({ ...bucket, ...keys })
}

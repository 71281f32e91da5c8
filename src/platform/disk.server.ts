import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The space of the disk that a folder is on, in bytes; `free` is what the process may still write. */
export interface DiskSpace {
  free: number
  total: number
}

/** Below this a disk counts as nearly full: the database and the pictures stop being written when nothing is left. */
const LOW_BYTES = 1024 ** 3

/** The space where a folder is, or will be. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(folder) === folder) throw error
    return readDiskSpace(dirname(folder))
  }
}

/** True if less than 1 GB is free. */
export function isDiskLow({ free }: DiskSpace): boolean {
  return free < LOW_BYTES
}

/** Bytes as people write them: 0.4 GB. */
export function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

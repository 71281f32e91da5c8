import { forEachLimited } from '../limits/for-each.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** What a copy did. */
export interface CopyReport {
  copied: number
  /** Files that were there already, in the same size. */
  existing: number
  /** Of the copied files. */
  bytes: number
}

const CONCURRENCY = 8

/**
 * Copies the files that `to` doesn't have, or has in another size. It can be stopped and repeated at any time.
 * `onFile` is called after each copied file.
 */
export async function copyFiles(from: FileStore, to: FileStore, onFile: () => void): Promise<CopyReport> {
  const sizes = new Map<string, number>()
  for await (const { name, bytes } of to.list()) sizes.set(name, bytes)
  const report: CopyReport = { copied: 0, existing: 0, bytes: 0 }
  const missing: StoredFile[] = []
  for await (const file of from.list())
    if (sizes.get(file.name) === file.bytes) report.existing++
    else missing.push(file)
  await forEachLimited(missing, CONCURRENCY, async ({ name, bytes }) => {
    const content = await from.openRead(name)
    // It was deleted meanwhile.
    if (!content) return
    await to.write(name, content)
    report.copied++
    report.bytes += bytes
    onFile()
  })
  return report
}

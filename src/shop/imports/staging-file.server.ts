import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLines } from './lines.server.ts'
import type { StagedProduct } from './raw-product.server.ts'

/** Validated products on disk until the transaction writes them. */
export interface StagingFile {
  append(batch: readonly StagedProduct[]): Promise<void>
  /** The appended batches in order. Nothing may be appended afterwards. */
  batches(): AsyncGenerator<StagedProduct[]>
  /** Deletes the file. Call it in any case. */
  remove(): Promise<void>
}

/**
 * A temporary file about as large as the imported one, so that memory holds one batch however large the catalogue is,
 * and the transaction begins only when every line is valid.
 */
export async function openStagingFile(): Promise<StagingFile> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-import-'))
  const path = join(folder, 'products.jsonl')
  const file = await open(path, 'w')
  return {
    append: (batch) => file.appendFile(`${JSON.stringify(batch)}\n`),
    async *batches() {
      // Safe cast: every line was written by `append`.
      for await (const line of readLines(path)) yield JSON.parse(line) as StagedProduct[]
    },
    async remove() {
      await file.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLines } from './lines.server.ts'
import type { Placed } from './row.server.ts'

/** Products that passed their checks, waiting on disk for the transaction that writes them. */
export interface Spool {
  add(batch: readonly Placed[]): Promise<void>
  /** What was added, batch by batch, in the same order. Nothing may be added any more. */
  batches(): AsyncGenerator<Placed[]>
  /** Takes the file away; to be called whatever happened. */
  remove(): Promise<void>
}

/**
 * A file in the system's folder for temporary ones, about as large as the imported one. Memory holds one batch: the
 * range may be of any size, and its lines may come from where they cannot be read twice.
 */
export async function openSpool(): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-import-'))
  const path = join(folder, 'products.jsonl')
  const file = await open(path, 'w')
  return {
    add: (batch) => file.appendFile(`${JSON.stringify(batch)}\n`),
    async *batches() {
      // Proof: `add` wrote every line, and JSON gives back what it was made of.
      for await (const line of readLines(path)) yield JSON.parse(line) as Placed[]
    },
    async remove() {
      await file.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readPictureOrigins } from '#shop/catalog/store.server.ts'
import type { Tables } from '#shop/tables.server.ts'

/** The origins beyond our own that the range's pictures and the banner come from; pages allow exactly these. */
export interface PictureHosts {
  current(): readonly string[]
  refresh(): Promise<void>
  /** Reads them again in a moment; many calls are one reading. */
  refreshSoon(): void
}

const PAUSE_MS = 500

/** Keeps the list in memory; `onChange` is called when pages made before would allow too little or too much. */
export function createPictureHosts(parts: { db: Kysely<Tables>; log: Logger; onChange(): void }): PictureHosts {
  let hosts: readonly string[] = []
  let timer: NodeJS.Timeout | null = null
  const refresh = async () => {
    const found = (await readPictureOrigins(parts.db)).sort()
    if (found.join() === hosts.join()) return
    hosts = found
    parts.onChange()
  }
  return {
    current: () => hosts,
    refresh,
    refreshSoon() {
      timer ??= setTimeout(() => {
        timer = null
        refresh().catch((error: unknown) => parts.log.warn({ err: error }, 'the hosts of pictures could not be read'))
      }, PAUSE_MS).unref()
    },
  }
}

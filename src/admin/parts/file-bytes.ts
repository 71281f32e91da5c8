import { t } from '#platform/text/t.ts'

/** Browsers refuse to read a file that was changed, moved or deleted since it was chosen. */
export const UNREADABLE = t('This file can’t be read: it may have changed since it was chosen. Please choose it again.')

/** The bytes of a chosen file, or null if it can't be read. */
export async function fileBytes(file: Pick<Blob, 'arrayBuffer'>): Promise<Uint8Array<ArrayBuffer> | null> {
  const buffer = await file.arrayBuffer().catch(() => null)
  return buffer && new Uint8Array(buffer)
}

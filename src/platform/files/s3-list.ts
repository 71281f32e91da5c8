import type { StoredFile } from './file-store.ts'

/** A page of S3's list of files, with the whole names, and what to ask for the next page; `next` is undefined on the last. */
export interface ListPage {
  files: StoredFile[]
  next: string | undefined
}

/** Reads the XML of a ListObjectsV2. */
export function readPage(xml: string): ListPage {
  const files = Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, entry = '']) => ({
    name: elementOf(entry, 'Key'),
    bytes: Number(elementOf(entry, 'Size')),
    modifiedAt: new Date(elementOf(entry, 'LastModified')),
  }))
  const rest = xml.replace(/<Contents>.*<\/Contents>/s, '')
  const isLast = elementOf(rest, 'IsTruncated') !== 'true'
  return { files, next: isLast ? undefined : elementOf(rest, 'NextContinuationToken') || undefined }
}

function elementOf(xml: string, name: string): string {
  return decodeEntities(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name] ?? whole)
  })
}

import { tabStorage } from '#platform/browser/storage.ts'

const KEY = 'offerCodes'
/** As many as a quote takes. */
const MOST = 20

/** The codes of this tab's visit, as typed. */
export function readCodes(): string[] {
  const stored = tabStorage.read(KEY)
  return Array.isArray(stored) ? stored.filter((code): code is string => typeof code === 'string') : []
}

export function storeCodes(codes: readonly string[]): void {
  tabStorage.write(KEY, codes.length === 0 ? null : codes.slice(-MOST))
}

/** Keeps the code of a link (`/?code=NAME`, on any page) for this tab's visit. */
export function keepCodeOfLink(search: string): void {
  const code = new URLSearchParams(search).get('code')?.trim().slice(0, 100) ?? ''
  if (code !== '' && !readCodes().includes(code)) storeCodes([...readCodes(), code])
}

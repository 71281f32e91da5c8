/** A text as an id in addresses: lowercase Latin letters, digits and single hyphens. Empty if it has neither. */
export function slugOf(text: string): string {
  return foldedText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
    .replace(/-$/, '')
}

/** Lowercase, without accents. */
export const foldedText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

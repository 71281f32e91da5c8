import { createHash } from 'node:crypto'
import { foldedText, slugOf } from '#platform/text/slug.ts'

/**
 * A text as a product's id, with a hash of the text if it has letters or digits that a slug can't have: लाल-कुर्ता and नीला-कुर्ता are
 * two products. Always the same for the same text.
 */
export function distinctSlug(text: string): string {
  return /[^\P{L}a-z]|[^\P{N}0-9]/u.test(foldedText(text)) ? hashedSlug(text) : slugOf(text)
}

/** The same, with a hash in any case: for a text whose slug another text of the file has. */
export function hashedSlug(text: string): string {
  const hash = createHash('sha256').update(text.normalize('NFC')).digest('hex').slice(0, 10)
  return slugOf(`${slugOf(text).slice(0, 80)} ${hash}`)
}

/**
 * The slug of a product's name, with its id in the previous shop if `taken` already has it or the name has no Latin
 * letters.
 */
export function uniqueSlug(name: string, id: string, taken: Set<string>): string {
  const slug = slugOf(name)
  const unique = taken.has(slug) || slug === '' ? distinctSlug(`${slug.slice(0, 60)} ${id || name}`) : slug
  taken.add(unique)
  return unique
}

/** A text as a product's id: lowercase Latin letters, digits and single hyphens. Empty if it has neither. */
export function slugOf(handle: string): string {
  return handle
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
    .replace(/-$/, '')
}

/**
 * The slug of a product's name, with its id in the previous shop if `taken` already has it or the name has no Latin
 * letters.
 */
export function uniqueSlug(name: string, id: string, taken: Set<string>): string {
  const slug = slugOf(name)
  const unique = taken.has(slug) || slug === '' ? slugOf(`${slug.slice(0, 60)} ${id}`) : slug
  taken.add(unique)
  return unique
}

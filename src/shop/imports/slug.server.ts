/** A handle as a product's id: lowercase letters, digits, single hyphens. */
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

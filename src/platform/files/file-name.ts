/** False for a name that is absolute or empty, or leads out of the store. */
export function isFileName(name: string): boolean {
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !name.includes('\0')
}

/**
 * Returns the name of a file of a store.
 * @throws {Error} if it's absolute, empty, or leads out of the store
 */
export function checkFileName(name: string): string {
  if (!isFileName(name)) throw new Error(`Not a name of a file: ${name}`)
  return name
}

/**
 * Returns the name of a file of a store.
 * @throws {Error} if it's absolute, empty, or leads out of the store
 */
export function checkFileName(name: string): string {
  const isName = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isName || name.includes('\0')) throw new Error(`Not a name of a file: ${name}`)
  return name
}

import type { FileStore } from '#platform/files/file-store.ts'

/** Pictures that rows name and nobody has: how many, and the first of their names below `/media/`. */
export interface MissingPictures {
  count: number
  names: string[]
}

/** As many are named: the whole list may be as long as the shop has pictures. */
const MAX_NAMED = 20

/**
 * Those of named pictures that are neither among the files of a store or a backup nor among the program's own, or null if all are
 * there. A photo may still wait for its approval.
 */
export async function missingPictures(
  named: readonly string[],
  present: ReadonlySet<string>,
  bundled: FileStore,
): Promise<MissingPictures | null> {
  const names: string[] = []
  for (const name of named) {
    const places = [`pictures/${name}`, name.replace(/^uploads\//, 'uploads-waiting/')]
    if (!places.some((place) => present.has(place)) && (await bundled.stat(name)) === null) names.push(name)
  }
  return names.length === 0 ? null : { count: names.length, names: names.slice(0, MAX_NAMED) }
}

/** "2 pictures that the shop shows: a.webp, b.webp". */
export function lackingText({ count, names }: MissingPictures): string {
  const shown = names.slice(0, 5).join(', ')
  const rest = count > 5 ? ` and ${count - 5} more` : ''
  return `${count === 1 ? '1 picture' : `${count} pictures`} that the shop shows: ${shown}${rest}`
}

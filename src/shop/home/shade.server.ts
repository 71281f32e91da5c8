import { shareOfDark } from '#platform/pictures/inspect-picture.server.ts'
import { createOriginalFinder } from '#platform/pictures/originals.server.ts'
import { contrast, INK } from '../settings/colour-rules.ts'
import type { Shop } from '../shop.server.ts'

/** True if dark words couldn't be read on the left of a wide picture. */
export type NeedsShade = (path: string) => Promise<boolean>

/** Where the words are on a wide picture, whose top and bottom are cropped. */
const WORDS = { left: 0, top: 0.1, width: 0.4, height: 0.8 }
const READABLE = 4.5
/** A wall has corners and shadows. */
const MOST_DARK = 0.03
const MAX_CACHED = 100

/** Measures the shop's own pictures, each once. Of others nothing is known, and their owner decides. */
export function createNeedsShade({ pictures, log }: Pick<Shop, 'pictures' | 'log'>): NeedsShade {
  const find = createOriginalFinder([pictures.root])
  const measured = new Map<string, Promise<boolean>>()
  return async (path) => {
    const original = await find(path.replace(/^\/media\/|\?.*$/g, ''))
    if (!original) return false
    const before = measured.get(original.hash)
    if (before) return before
    if (measured.size >= MAX_CACHED) measured.clear()
    const measuring = shareOfDark(original.path, WORDS, (color) => contrast(color, INK) < READABLE).then(
      (share) => share > MOST_DARK,
      (error: unknown) => {
        log.warn({ err: error, path }, 'home page: a picture can’t be measured')
        return false
      },
    )
    measured.set(original.hash, measuring)
    return measuring
  }
}

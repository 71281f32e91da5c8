/** The levels of popularity, 0 to 7: each takes four times the views of the one below. */
export const LEVELS = 8

/** A product's popularity, by its views. One that the owner shows on the home page counts as having at least 100. */
export function levelOf({ views, ranks }: { views: number; ranks: string }): number {
  const counted = Math.max(views, ranks === '' ? 0 : 100)
  return counted === 0 ? 0 : Math.min(LEVELS - 1, 1 + Math.floor(Math.log2(counted) / 2))
}

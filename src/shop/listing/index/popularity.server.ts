/** The levels of popularity, 0 to 7: each takes four times the views of the one below. */
export const LEVELS = 8

/** A product's popularity, by its views. One that the owner shows on the home page counts as having at least 100. */
export function levelOf({ views, ranks }: { views: number; ranks: string }): number {
  const counted = Math.max(views, ranks === '' ? 0 : 100)
  return counted === 0 ? 0 : Math.min(LEVELS - 1, 1 + Math.floor(Math.log2(counted) / 2))
}

/** So many reviews of `USUAL` stars are added to a product's own, so that one of five stars isn't better than fifty of 4.8. */
const ADDED = 5
const USUAL = 3.5
const UNRATED = 500

/** The rank of a product by its stars, in hundredths of a star below five. The last are those without reviews. */
export function ratingRankOf({ count, stars }: { count: number; stars: number } = { count: 0, stars: 0 }): number {
  if (count === 0) return UNRATED
  return Math.round((5 - (stars + ADDED * USUAL) / (count + ADDED)) * 100)
}

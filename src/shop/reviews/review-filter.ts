import { compareSizes } from '../catalog/rules.ts'
import type { Review } from './contract.ts'

export type ReviewOrder = 'newest' | 'helpful' | 'highest' | 'lowest'

/** What a shopper asks of a list of reviews. Null: all. */
export interface ReviewFilter {
  order: ReviewOrder
  stars: number | null
  size: string | null
  withPhotos: boolean
}

export const NO_FILTER: ReviewFilter = { order: 'newest', stars: null, size: null, withPhotos: false }

/** The reviews that match, in the order asked for. Newest first is the order in which they come. */
export function filterReviews(reviews: readonly Review[], filter: ReviewFilter): Review[] {
  const matching = reviews.filter(
    ({ stars, size, photos }) =>
      (filter.stars === null || stars === filter.stars) &&
      (filter.size === null || size === filter.size) &&
      (!filter.withPhotos || (photos ?? []).length > 0),
  )
  const compare = ORDERS[filter.order]
  return compare === null ? matching : matching.toSorted(compare)
}

const ORDERS: Record<ReviewOrder, ((a: Review, b: Review) => number) | null> = {
  newest: null,
  helpful: (a, b) => (b.helpful ?? 0) - (a.helpful ?? 0),
  highest: (a, b) => b.stars - a.stars,
  lowest: (a, b) => a.stars - b.stars,
}

/** What the reviews can be filtered by: only choices between which they differ. */
export function filterChoices(reviews: readonly Review[]) {
  const stars = [...new Set(reviews.map((review) => review.stars))].toSorted((a, b) => b - a)
  const sizes = [...new Set(reviews.flatMap(({ size }) => size ?? []))].toSorted(compareSizes)
  const withPhotos = reviews.filter(({ photos }) => (photos ?? []).length > 0).length
  return {
    stars: stars.length > 1 ? stars : [],
    sizes: sizes.length > 1 ? sizes : [],
    hasPhotos: withPhotos > 0 && withPhotos < reviews.length,
  }
}

import { Skeleton } from '#ui/skeleton.tsx'

/**
 * The least height of a row: heading, card picture and two lines of a name. Rows have it before and after they're
 * loaded, so nothing below them moves.
 */
export const ROW_HEIGHT = 'min-h-[calc(min(55vw,22.5rem)+16rem)] md:min-h-[calc(min(37.5vw,22.5rem)+17.5rem)]'

/**
 * Holds the place of rows that are still to be loaded. The third is that of the recently viewed products with the
 * button below them, on a device that has some (viewed-mark.ts).
 */
export function RelatedPlaces({ count }: { count: 1 | 2 | 3 }) {
  return (
    <div aria-hidden="true" className="flow-root">
      {[1, 2, 3].slice(0, count).map((row) => (
        <div
          key={row}
          className={`page overflow-hidden py-8 md:py-12 ${ROW_HEIGHT} ${row === 3 ? 'mb-13 hidden in-data-viewed:block' : ''}`}
        >
          <Skeleton className="mb-6 h-7 w-56 max-w-full" />
          <div className="flex gap-2.5 md:gap-4.5">
            {[1, 2, 3, 4, 5].map((card) => (
              <Skeleton key={card} className="aspect-4/5 w-[44vw] max-w-72 shrink-0 md:w-[30vw]" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

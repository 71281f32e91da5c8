import type { FilterName } from '../../catalog/rules.ts'
import type { ListingQuery } from '../index-types.server.ts'
import { type Part, type ReadText, withoutWords } from './read-words.server.ts'

/** The filters that the words of a search name. */
export interface NamedFilters {
  lists: { [N in FilterName]?: string[] }
  /** The parts of the search that these lists stand for. */
  parts: ReadonlySet<Part>
  /** The search without their words and those of prices. */
  rest: string
}

/**
 * The filters named in a search, such as black, size L, for men. A list in which something is chosen stays as it is, and
 * the words then narrow it. So does a phrase that means more than a filter: "kurti" is a kurta for women.
 */
export function filtersIn(text: ReadText, chosen: ListingQuery): NamedFilters {
  const lists: NamedFilters['lists'] = {}
  const parts = new Set<Part>()
  for (const part of text.parts) {
    const { list, values, words } = part
    const meansMore = text.parts.some((other) => other.list === null && other.words === words)
    if (list === null || chosen[list]?.length || meansMore) continue
    lists[list] = [...new Set([...(lists[list] ?? []), ...values])]
    parts.add(part)
  }
  return { lists, parts, rest: restOf(text, parts) }
}

function restOf({ text, parts, price, ignored }: ReadText, named: ReadonlySet<Part>): string {
  if (named.size === 0 && price === null) return text
  // What is left then is unknown, and finds nothing by itself.
  if (parts.length === named.size) return ''
  return withoutWords(text, [...[...named].flatMap(({ words }) => words), ...(price?.words ?? []), ...ignored])
}

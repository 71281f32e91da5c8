import { isDeepStrictEqual } from 'node:util'

/** A section as it's stored: its type and its fields. */
type Section = Readonly<Record<string, unknown>>
type Sections = readonly Section[]

/** A field that two people have changed to different values; undefined where a section doesn't have it. */
export interface Clash {
  /** What people know the section by. */
  section: string
  field: string
  theirs: unknown
  mine: unknown
}

export interface Merged {
  /** With everything that both have changed; of what clashes, one's own. */
  mine: Sections
  /** The same, with the others' of what clashes. */
  theirs: Sections
  clashes: Clash[]
}

/**
 * Two changes of one home page put together, field by field. Null if that isn't possible: both have moved, added or removed
 * sections, or one has removed what the other has changed.
 */
export function mergeSections(base: Sections, theirs: Sections, mine: Sections): Merged | null {
  const [placesOfTheirs, placesOfMine] = [placesIn(base, theirs), placesIn(base, mine)]
  const order = orderOf(base, placesOfTheirs, placesOfMine)
  if (order === null) return null
  const clashes: Clash[] = []
  const rows: { mine: Section; theirs: Section }[] = []
  for (const { place, section } of order === 'mine' ? placesOfMine : placesOfTheirs) {
    if (place === null) {
      rows.push({ mine: section, theirs: section })
      continue
    }
    const row = mergeFields(base[place] ?? {}, sectionAt(placesOfTheirs, place), sectionAt(placesOfMine, place))
    if (row === null) return null
    rows.push(row)
    clashes.push(...row.clashes)
  }
  const [kept, other] = order === 'mine' ? [placesOfMine, placesOfTheirs] : [placesOfTheirs, placesOfMine]
  if (losesChange(base, kept, other)) return null
  return { mine: rows.map((row) => row.mine), theirs: rows.map((row) => row.theirs), clashes }
}

/** Each section with its place in the base; null for a new one. */
type Placed = readonly { place: number | null; section: Section }[]

/** Sections have no identity: the same one, or else the next of its type, is taken for the one before. */
function placesIn(base: Sections, sections: Sections): Placed {
  const free = new Set(base.keys())
  const take = (isIt: (place: number) => boolean) => {
    const place = [...free].find(isIt) ?? null
    if (place !== null) free.delete(place)
    return place
  }
  const same = sections.map((section) => take((place) => isDeepStrictEqual(base[place], section)))
  return sections.map((section, at) => ({
    section,
    place: same[at] ?? take((place) => base[place]?.type === section.type),
  }))
}

/** Whose order of sections counts: of whoever has changed it. Null if both have, each in another way. */
function orderOf(base: Sections, theirs: Placed, mine: Placed): 'mine' | 'theirs' | null {
  const isAsBefore = (placed: Placed) => placed.length === base.length && placed.every(({ place }, at) => place === at)
  if (isAsBefore(theirs)) return 'mine'
  if (isAsBefore(mine)) return 'theirs'
  return isDeepStrictEqual(theirs, mine) ? 'mine' : null
}

const sectionAt = (placed: Placed, place: number) => placed.find((one) => one.place === place)?.section

/** True if the kept order lacks a section that the other side has changed. */
function losesChange(base: Sections, kept: Placed, other: Placed): boolean {
  return other.some(
    ({ place, section }) =>
      place !== null && sectionAt(kept, place) === undefined && !isDeepStrictEqual(base[place], section),
  )
}

function mergeFields(
  base: Section,
  theirs: Section | undefined,
  mine: Section | undefined,
): { mine: Section; theirs: Section; clashes: Clash[] } | null {
  if (!theirs || !mine) return null
  const clashes: Clash[] = []
  const [forMine, forTheirs]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const field of new Set([...Object.keys(base), ...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, their, own] = [base[field], theirs[field], mine[field]]
    const isTheirs = isDeepStrictEqual(own, was)
    const isClash = !isTheirs && !isDeepStrictEqual(their, was) && !isDeepStrictEqual(their, own)
    if (isClash) clashes.push({ section: nameOf(mine), field, theirs: their, mine: own })
    set(forMine, field, isTheirs ? their : own)
    set(forTheirs, field, isTheirs || isClash ? their : own)
  }
  return { mine: forMine, theirs: forTheirs, clashes }
}

function set(section: Record<string, unknown>, field: string, value: unknown): void {
  if (value !== undefined) section[field] = value
}

const nameOf = ({ title, heading, type }: Section) => String(title || heading || type)

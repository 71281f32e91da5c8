import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The list from which records are opened: its name, its address below `/admin`, and the addresses of its rows in order. */
export interface LastList {
  label: string
  address: string
  rows: readonly string[]
  /** True if it goes on after these. */
  hasMore?: boolean
}

/** Where a record stands in it, from 1, and its neighbours. */
export interface Place {
  list: LastList
  at: number
  before: string | null
  after: string | null
}

let last: LastList | null = null

/** Keeps the list that is on the screen, until another one is. A reload forgets it. */
export function keepLastList(list: LastList): void {
  last = list
}

/** Null if the record wasn't opened from a list, or isn't among its rows. */
export function placeInLastList(record: string): Place | null {
  const at = last?.rows.indexOf(record) ?? -1
  if (last === null || at < 0) return null
  return { list: last, at: at + 1, before: last.rows[at - 1] ?? null, after: last.rows[at + 1] ?? null }
}

/** Lets the records that are opened from this screen's list lead to their neighbours. `rows`: their addresses below `/admin`. */
export function useLastList({ label, rows, hasMore = false }: Omit<LastList, 'address'>): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    keepLastList({ label, address: pathname + search, rows, hasMore })
  }, [label, pathname, search, rows, hasMore])
}

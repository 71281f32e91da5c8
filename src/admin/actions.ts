import { useEffect } from 'react'
import { createStore } from '#platform/browser/store.ts'

/**
 * Something a person can do. The same object stands behind a key, a line of the palette and a button, so that none of
 * them can offer what the others don't.
 */
export interface Action {
  id: string
  /** A verb: "Refund", "Add a note". */
  label: string
  /** A key or a sequence, in the notation of tinykeys: "n", "g o". */
  keys?: string
  run: () => void
}

type Registered = readonly { owner: symbol; actions: readonly Action[] }[]

const registered = createStore<Registered>([])

/** All actions, those of the record on the screen first. */
export function actionsOf(all: Registered): Action[] {
  return all.toReversed().flatMap(({ actions }) => actions)
}

export const readActions = () => actionsOf(registered.read())

export const subscribeActions = registered.subscribe
/** Changes whenever the actions do. */
export const readRegistered = registered.read

/**
 * Offers actions by key and palette while the component is shown. Pass those that the server would accept now, and show
 * their buttons from the same list.
 */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    const owner = Symbol('actions')
    registered.set([...registered.read(), { owner, actions }])
    return () => registered.set(registered.read().filter((one) => one.owner !== owner))
  }, [actions])
}

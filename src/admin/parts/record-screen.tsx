import type { ComponentType } from 'react'
import { useParams } from 'react-router'

/**
 * The screen of one record, begun anew for another one. The router keeps the component from record to record, and with it
 * what was typed, opened or refused on the one before.
 */
export function recordScreen(Screen: ComponentType): ComponentType {
  return function Record() {
    return <Screen key={JSON.stringify(useParams())} />
  }
}

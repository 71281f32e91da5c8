import { useEffect, useRef, useState } from 'react'
import { logProblem } from '#platform/browser/log-problem.ts'
import { t } from '#platform/text/t.ts'
import type { Branch, MapSettings } from '../contract.ts'
import { isMumbai } from '../find-branches.ts'
import type { BranchMap } from './map/open-map.ts'

/** A selected store, as a new object each time, so that selecting the same store pans again. */
export type Selection = { id: string }

type Props = {
  branches: readonly Branch[]
  settings: MapSettings
  selection: Selection | null
  onSelect: (id: string) => void
}

/** The map; its code and styles load after the page, and the list works without it. */
export function BranchMapView({ branches, settings, selection, onSelect }: Props) {
  const { container, map, failed } = useBranchMap({ branches, settings, onSelect })
  useEffect(() => {
    if (map !== null) map.select(branches.find(({ id }) => id === selection?.id) ?? null)
  }, [map, selection, branches])
  return (
    <div className="relative h-full">
      {failed ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by arrow keys; Leaflet sets the same.
        <section ref={container} aria-label={t('Map of stores')} tabIndex={0} className="store-map size-full" />
      )}
      {map === null || failed ? (
        <p role="status" className="absolute inset-0 grid place-items-center bg-sunk p-6 text-center font-bold">
          {failed ? t('Error loading maps') : t('Loading Maps...')}
        </p>
      ) : null}
    </div>
  )
}

function useBranchMap({ branches, settings, onSelect }: Omit<Props, 'selection'>) {
  const container = useRef<HTMLElement>(null)
  const select = useRef(onSelect)
  const [map, setMap] = useState<BranchMap | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    select.current = onSelect
  }, [onSelect])
  useEffect(() => {
    let opened: BranchMap | null = null
    let unmounted = false
    async function open(): Promise<void> {
      const { loadGround, openMap } = await import('./map/open-map.ts')
      const ground = await loadGround(isMumbai(branches) ? 'mumbai' : 'elsewhere')
      if (unmounted || container.current === null) return
      opened = openMap(container.current, {
        ground,
        branches,
        settings,
        onSelect: (id) => select.current(id),
      })
      setMap(opened)
    }
    open().catch((error: unknown) => {
      logProblem('The map couldn’t be drawn', error)
      if (!unmounted) setFailed(true)
    })
    return () => {
      unmounted = true
      setMap(null)
      opened?.close()
    }
  }, [branches, settings])
  return { container, map, failed }
}

import 'leaflet/dist/leaflet.css'
import './map.css'
import { logProblem } from '#platform/browser/log-problem.ts'
import { t } from '#platform/text/t.ts'
import type { MapSettings, Store } from '../../contract.ts'
import { showStoreMarkers } from './branch-markers.ts'
import { type Coast, drawLand, drawNames } from './draw-map.ts'
import { Attribution, LeafletMap, Zoom } from './leaflet-parts.ts'
import { drawSurroundings } from './surroundings.ts'
import { addTiles } from './tiles.ts'

/** SPEC 9: centre, first zoom, focused zoom and its delay after the pan. */
const MUMBAI: [number, number] = [19.076, 72.8777]
const FIRST_ZOOM = 12
const FOCUSED_ZOOM = 16
const ZOOM_DELAY_MS = 500

export interface StoreMap {
  /** Resolves when coast and railway are drawn; names follow. Rejects where nothing can be drawn. */
  drawn: Promise<void>
  /** Marks a store, pans to it, and zooms in 500 ms later unless another one is selected first (SPEC 2). */
  select(store: Store | null): void
  close(): void
}

export { loadCoast } from './draw-map.ts'

interface Options {
  coast: Coast
  stores: readonly Store[]
  settings: MapSettings
  onSelect: (id: string) => void
}

/** Opens the map in a container: zoom 12 on Mumbai, then all stores in view. Throws where there can be no map. */
export function openMap(container: HTMLElement, { coast, stores, settings, onSelect }: Options): StoreMap {
  const map = new LeafletMap(container, {
    zoomControl: false,
    attributionControl: false,
    minZoom: 9,
    maxZoom: 18,
    ...(prefersReducedMotion() ? { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false } : {}),
  })
  new Zoom({ zoomInTitle: t('Zoom in'), zoomOutTitle: t('Zoom out') }).addTo(map)
  new Attribution({ prefix: false }).addTo(map).addAttribution(t('Coast: GSHHG'))
  map.on('zoomend moveend', () => publishView(map))
  map.setView(MUMBAI, FIRST_ZOOM, { animate: false })
  addTiles(map, settings)
  const overview = createOverview(map, stores)
  const drawing = new AbortController()
  const markers = showStoreMarkers(map, stores, onSelect)
  const surroundings = drawSurroundings(map)
  const drawn = showAndDraw(map, overview, { coast, signal: drawing.signal })
  drawn.then(
    () => drawNames(map, drawing.signal).catch((error: unknown) => logProblem('The map has no names', error)),
    () => {}, // The caller handles it.
  )
  let isInitialCallback = true
  const observer = new ResizeObserver(() => {
    map.invalidateSize({ pan: false })
    // The observer's initial callback is no change of size.
    if (!overview.wasMoved() && !isInitialCallback) overview.show()
    isInitialCallback = false
  })
  observer.observe(container)
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    drawn,
    select(store) {
      clearTimeout(timer)
      markers.mark(store?.id ?? null)
      surroundings.show(store)
      if (store === null) return
      map.panTo([store.lat, store.lng], { animate: !prefersReducedMotion() })
      // With the centre: on a slow device the zoom would stop an unfinished pan.
      timer = setTimeout(() => map.setView([store.lat, store.lng], FOCUSED_ZOOM), ZOOM_DELAY_MS)
    },
    close() {
      drawing.abort()
      clearTimeout(timer)
      observer.disconnect()
      map.remove()
    },
  }
}

/** Draws after all stores are in view, so that each line is projected once. */
async function showAndDraw(
  map: LeafletMap,
  overview: Overview,
  { coast, signal }: Pick<Options, 'coast'> & { signal: AbortSignal },
): Promise<void> {
  await new Promise(requestAnimationFrame)
  if (signal.aborted) return
  overview.show()
  await drawLand(map, coast, signal)
}

interface Overview {
  /** Brings all stores into view. */
  show(): void
  /** Whether anything but `show` has moved or zoomed the map. */
  wasMoved(): boolean
}

function createOverview(map: LeafletMap, stores: readonly Store[]): Overview {
  const points = stores.map(({ lat, lng }): [number, number] => [lat, lng])
  let isShowing = false
  let wasMoved = false
  map.on('movestart zoomstart', () => {
    if (!isShowing) wasMoved = true
  })
  return {
    show() {
      if (points.length === 0) return
      isShowing = true
      map.fitBounds(points, {
        paddingTopLeft: [28, 56],
        paddingBottomRight: [28, 28],
        maxZoom: FOCUSED_ZOOM,
        animate: false,
      })
      isShowing = false
    },
    wasMoved: () => wasMoved,
  }
}

/** Writes the view to the container's dataset, for map.css (names by zoom) and for tests. */
function publishView(map: LeafletMap): void {
  const { dataset } = map.getContainer()
  const { lat, lng } = map.getCenter()
  const zoom = map.getZoom()
  dataset.zoom = String(zoom)
  dataset.centre = `${lat.toFixed(4)},${lng.toFixed(4)}`
  dataset.detail = zoom >= 13 ? 'near' : zoom >= 11 ? 'middle' : 'far'
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

import 'leaflet/dist/leaflet.css'
import './map.css'
import { Control, Map as LeafletMap, type PointTuple, TileLayer } from 'leaflet'
import { t } from '#platform/text/t.ts'
import type { Branch, MapSettings } from '../../contract.ts'
import { showBranchMarkers } from './branch-markers.ts'
import { drawMumbai, drawTowns, type Ground } from './draw-map.ts'

export { loadGround } from './draw-map.ts'

/** SPEC 9: centre, first zoom, focused zoom and its delay after the pan. */
const MUMBAI: PointTuple = [19.076, 72.8777]
const FIRST_ZOOM = 12
const FOCUSED_ZOOM = 16
const ZOOM_DELAY_MS = 500
/** Consecutive failures of tiles after which the built-in map is shown instead. */
const MAX_TILE_FAILURES = 4
/** The lowest zoom: Mumbai with its surroundings, elsewhere all of India on a phone. */
const MIN_ZOOM = { mumbai: 9, towns: 4 }

export interface BranchMap {
  /** Marks a branch, pans to it, and zooms in 500 ms later unless another one is selected first (SPEC 2). */
  select(branch: Branch | null): void
  close(): void
}

interface Options {
  /** The built-in map, below the tiles. */
  ground: Ground
  branches: readonly Branch[]
  settings: MapSettings
  onSelect: (id: string) => void
}

/** Opens the map in a container: zoom 12 on Mumbai, then all branches in view. Throws if nothing can be drawn. */
export function openMap(container: HTMLElement, options: Options): BranchMap {
  const { ground, branches, settings, onSelect } = options
  const hasCoast = 'mumbai' in ground
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(container, {
    zoomControl: false,
    attributionControl: false,
    minZoom: hasCoast ? MIN_ZOOM.mumbai : MIN_ZOOM.towns,
    maxZoom: 18,
    ...(isStill ? { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false } : {}),
  })
  new Control.Zoom({ zoomInTitle: t('Zoom in'), zoomOutTitle: t('Zoom out') }).addTo(map)
  const attribution = new Control.Attribution({ prefix: false }).addTo(map)
  map.on('zoomend moveend', () => publishView(map))
  map.setView(MUMBAI, FIRST_ZOOM, { animate: false })
  container.classList.toggle('map-plain', !hasCoast)
  if (hasCoast) {
    attribution.addAttribution(t('Coast: GSHHG'))
    drawMumbai(map, ground.mumbai)
  } else {
    drawTowns(map, ground.towns)
    new Control.Scale({ imperial: false }).addTo(map)
  }
  addTiles(map, settings)
  const markers = showBranchMarkers(map, branches, onSelect)
  const overview = createOverview(map, branches)
  // The observer's first callback runs with the first frame.
  const observer = new ResizeObserver(() => {
    map.invalidateSize({ pan: false })
    if (!overview.wasMoved()) overview.show()
  })
  observer.observe(container)
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    select(branch) {
      clearTimeout(timer)
      markers.mark(branch?.id ?? null)
      if (branch === null) return
      map.panTo(branch, { animate: !isStill })
      // Sets the centre too, because on a slow device the zoom would stop an unfinished pan.
      timer = setTimeout(() => map.setView(branch, FOCUSED_ZOOM), ZOOM_DELAY_MS)
    },
    close() {
      clearTimeout(timer)
      observer.disconnect()
      map.remove()
    },
  }
}

interface Overview {
  /** Brings all branches into view. */
  show(): void
  /** True if anything but `show` has moved or zoomed the map. */
  wasMoved(): boolean
}

function createOverview(map: LeafletMap, branches: readonly Branch[]): Overview {
  const points = branches.map(({ lat, lng }): PointTuple => [lat, lng])
  let isShowing = false
  let wasMoved = false
  map.on('movestart zoomstart', () => {
    if (!isShowing) wasMoved = true
  })
  return {
    show() {
      if (points.length === 0) return
      isShowing = true
      const padding = { paddingTopLeft: [28, 56] as PointTuple, paddingBottomRight: [28, 28] as PointTuple }
      map.fitBounds(points, { ...padding, maxZoom: FOCUSED_ZOOM, animate: false })
      isShowing = false
    },
    wasMoved: () => wasMoved,
  }
}

/** Adds the tile server's layer over the built-in map; repeated failures remove it again. */
function addTiles(map: LeafletMap, { tileUrl, attribution }: MapSettings): void {
  if (tileUrl === null || tileUrl === '') return
  const { classList } = map.getContainer()
  const tiles = new TileLayer(tileUrl, { attribution: plainText(attribution), maxZoom: 19 })
  let failures = 0
  tiles.on('tileload', () => {
    failures = 0
    // Hides the built-in map's names and lines below the tiles.
    classList.add('map-tiled')
  })
  tiles.on('tileerror', () => {
    failures += 1
    if (failures < MAX_TILE_FAILURES) return
    tiles.remove()
    classList.remove('map-tiled')
  })
  tiles.addTo(map)
}

/** The attribution as text: Leaflet inserts it as HTML. */
function plainText(attribution: string): string {
  const text = new DOMParser().parseFromString(attribution, 'text/html').body.textContent ?? ''
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
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

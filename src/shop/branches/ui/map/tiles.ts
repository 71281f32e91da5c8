import type { MapSettings } from '../../contract.ts'
import { type LeafletMap, TileLayer } from './leaflet-parts.ts'

/** Consecutive failures after which the built-in map is shown instead. */
const MAX_FAILURES = 4

/** Adds the tile server's layer over the built-in map; repeated failures remove it again. */
export function addTiles(map: LeafletMap, { tileUrl, attribution }: MapSettings): void {
  if (tileUrl === null || tileUrl === '') return
  const container = map.getContainer()
  const tiles = new TileLayer(tileUrl, { attribution: plainText(attribution), maxZoom: 19 })
  let failures = 0
  tiles.on('tileload', () => {
    failures = 0
    // Hides the built-in map's names and lines below the tiles.
    container.classList.add('map-tiled')
  })
  tiles.on('tileerror', () => {
    failures += 1
    if (failures < MAX_FAILURES) return
    tiles.remove()
    container.classList.remove('map-tiled')
  })
  tiles.addTo(map)
}

/** The attribution as text: Leaflet inserts it as HTML. */
function plainText(attribution: string): string {
  const text = new DOMParser().parseFromString(attribution, 'text/html').body.textContent ?? ''
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

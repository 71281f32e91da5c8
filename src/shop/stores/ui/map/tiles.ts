import type { MapSettings } from '../../contract.ts'
import { type LeafletMap, TileLayer } from './leaflet-parts.ts'

/** So many tiles may fail in a row before the drawn map has to do. */
const ENOUGH_FAILURES = 4

/** Lays a tile server's pictures over the drawn map. When they keep failing they go, and the drawing stays. */
export function layTiles(map: LeafletMap, { tileUrl, attribution }: MapSettings): void {
  if (tileUrl === null || tileUrl === '') return
  const container = map.getContainer()
  const tiles = new TileLayer(tileUrl, { attribution: plainText(attribution), maxZoom: 19 })
  let failures = 0
  tiles.on('tileload', () => {
    failures = 0
    // Names and lines of the drawing would stand across those of the tiles.
    container.classList.add('map-tiled')
  })
  tiles.on('tileerror', () => {
    failures += 1
    if (failures < ENOUGH_FAILURES) return
    tiles.remove()
    container.classList.remove('map-tiled')
  })
  tiles.addTo(map)
}

/** The attribution as text: Leaflet would take it for HTML. */
export function plainText(attribution: string): string {
  const words = new DOMParser().parseFromString(attribution, 'text/html').body.textContent ?? ''
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

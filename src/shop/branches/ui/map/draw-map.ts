import { CircleMarker, DivIcon, type Map as LeafletMap, Marker, Polygon, Polyline } from 'leaflet'
import { t } from '#platform/text/t.ts'
import type { Coordinates } from '../../find-branches.ts'
import mumbai from './mumbai.json?url'
import towns from './towns.json?url'

type Point = [lat: number, lng: number]
interface Place extends Coordinates {
  name: string
}

/** The built-in map of Mumbai, mumbai.json: outlines of the land, and the suburban railway. */
export interface Mumbai {
  coast: Point[][]
  /** Rough outlines of the land around the area of `coast`. */
  beyond: Point[][]
  /** The stations of each line in order. `main` stations have their names at lower zooms too. */
  rail: (Place & { main?: true })[][]
  areas: Place[]
}

/** The areas of the map whose names are words, in the page's language. */
const AREA_NAMES: Readonly<Record<string, string>> = {
  'Arabian Sea': t('Arabian Sea'),
  'Thane Creek': t('Thane Creek'),
  'National Park': t('National Park'),
}

/** What lies below the pins: Mumbai, drawn, or elsewhere the names of towns, the larger ones first. */
export type Ground = { mumbai: Mumbai } | { towns: readonly Place[] }

/** Fetches the built-in map as data, so that no browser has to parse it as a script. Throws if it can't be loaded. */
export async function loadGround(area: 'mumbai' | 'elsewhere'): Promise<Ground> {
  const response = await fetch(area === 'mumbai' ? mumbai : towns)
  if (!response.ok) throw new Error(`The built-in map couldn’t be loaded: ${response.status}`)
  const data: unknown = await response.json()
  // Safe casts: the files are ours, in this folder.
  return area === 'mumbai' ? { mumbai: data as Mumbai } : { towns: data as Place[] }
}

/** Draws the names of towns. A smaller one shows from the zoom at which larger ones leave it room. */
export function drawTowns(map: LeafletMap, towns: readonly Place[]): void {
  const names = towns.map((town, at) => ({
    label: drawLabel(map, town, 'map-town'),
    from: firstZoom(map, town, towns.slice(0, at)),
  }))
  const show = () => {
    for (const { label, from } of names) label.getElement()?.toggleAttribute('hidden', map.getZoom() < from)
  }
  map.on('zoomend', show)
  show()
}

/** About the pixels that a letter and a line of names take. */
const LETTER = { width: 6.5, height: 16 }

function firstZoom(map: LeafletMap, place: Place, larger: readonly Place[]): number {
  const isFree = (zoom: number) => {
    const here = map.project(place, zoom)
    return larger.every((other) => {
      const there = map.project(other, zoom)
      const width = (LETTER.width * (place.name.length + other.name.length)) / 2
      return Math.abs(here.x - there.x) >= width || Math.abs(here.y - there.y) >= LETTER.height
    })
  }
  let zoom = map.getMinZoom()
  while (zoom < map.getMaxZoom() && !isFree(zoom)) zoom += 1
  return zoom
}

/** Draws land, railway and names. Colours are in map.css, so that a change of theme needs no redraw. */
export function drawMumbai(map: LeafletMap, { coast, beyond, rail, areas }: Mumbai): void {
  for (const outline of coast) new Polygon(outline, { className: 'map-land', interactive: false }).addTo(map)
  for (const outline of beyond)
    new Polygon(outline, { className: 'map-land map-beyond', interactive: false }).addTo(map)
  for (const line of rail) {
    const stops = line.map(({ lat, lng }): Point => [lat, lng])
    new Polyline(stops, { className: 'map-rail', interactive: false, smoothFactor: 0 }).addTo(map)
  }
  for (const area of areas) drawLabel(map, { ...area, name: AREA_NAMES[area.name] ?? area.name }, 'map-area')
  for (const station of rail.flat()) {
    new CircleMarker(station, { radius: 3.5, className: 'map-stop', interactive: false }).addTo(map)
  }
  // Dadar, Kurla and CSMT are on two lines.
  for (const station of new Map(rail.flat().map((one) => [one.name, one])).values())
    drawLabel(map, station, station.main ? 'map-station' : 'map-station map-station-minor')
}

/** Draws a name, positioned by map.css. Leaflet's own tooltips measure each name at every zoom. */
function drawLabel(map: LeafletMap, { name, lat, lng }: Place, className: string): Marker {
  const html = document.createElement('span')
  html.textContent = name
  const icon = new DivIcon({ className: `map-label ${className}`, html, iconSize: [0, 0] })
  return new Marker([lat, lng], { icon, pane: 'tooltipPane', interactive: false, keyboard: false }).addTo(map)
}

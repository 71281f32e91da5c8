import { yieldToBrowser } from '#platform/browser/yield-to-browser.ts'
import { CircleMarker, DivIcon, type LeafletMap, Marker, Polygon, Polyline } from './leaflet-parts.ts'
import { AREAS, LAND_BEYOND, MAIN_STATIONS, type NamedPlace, RAIL_LINES } from './map-data.ts'
import coastFile from './mumbai-land.json?url'

/** The outlines of mainland and islands as GeoJSON has them: [lng, lat], one ring each. */
export type Coast = readonly (readonly (readonly (readonly number[])[])[])[]

/** Fetches the coast as data, so that no browser has to parse it as a script. Throws where it can't be loaded. */
export async function loadCoast(): Promise<Coast> {
  const response = await fetch(coastFile)
  if (!response.ok) throw new Error(`The coast could not be loaded: ${response.status}`)
  // Safe cast: the file is our own, in this folder.
  const file = (await response.json()) as { geometry: { coordinates: Coast } }
  return file.geometry.coordinates
}

/** Draws coast and railway in chunks, until aborted. Colours are in map.css, so that themes need no redraw. */
export function drawLand(map: LeafletMap, coast: Coast, signal: AbortSignal): Promise<void> {
  const tasks = [
    ...coast.flatMap(([outline = []]) => coastTasks(map, outline)),
    ...LAND_BEYOND.map((block) => () => drawLandBeyond(map, block)),
    ...RAIL_LINES.map((line) => () => drawRail(map, line)),
  ]
  return runInChunks(tasks, signal)
}

/** Draws the stops and the names of areas and stations in chunks, until aborted. */
export function drawNames(map: LeafletMap, signal: AbortSignal): Promise<void> {
  const labelled = new Set<string>()
  const tasks = [
    ...AREAS.map((area) => () => drawArea(map, area)),
    ...RAIL_LINES.flat().map((station) => () => drawStation(map, station, labelled)),
  ]
  return runInChunks(tasks, signal)
}

/** The longest task on the main thread, so that the page stays responsive. */
const CHUNK_MS = 3

async function runInChunks(tasks: readonly (() => void)[], signal: AbortSignal): Promise<void> {
  let startedAt = Number.NEGATIVE_INFINITY
  for (const task of tasks) {
    if (performance.now() - startedAt > CHUNK_MS) {
      await yieldToBrowser()
      if (signal.aborted) return
      startedAt = performance.now()
    }
    task()
  }
}

function drawArea(map: LeafletMap, [name, lat, lng]: NamedPlace): void {
  drawLabel(map, { name, lat, lng, className: 'map-area', direction: 'center' })
}

function drawStation(map: LeafletMap, [name, lat, lng]: NamedPlace, labelled: Set<string>): void {
  new CircleMarker([lat, lng], { radius: 3.5, className: 'map-stop', interactive: false }).addTo(map)
  // Dadar, Kurla and CSMT are on two lines.
  if (labelled.has(name)) return
  labelled.add(name)
  const className = MAIN_STATIONS.has(name) ? 'map-station' : 'map-station map-station-minor'
  drawLabel(map, { name, lat, lng, className, direction: 'right' })
}

/** Two tasks for one coast: creating and adding the mainland's 2,000 points each take a while. */
function coastTasks(map: LeafletMap, outline: Coast[number][number]): (() => void)[] {
  let land: Polygon | null = null
  const create = () => {
    const points = outline.map(([lng = 0, lat = 0]): [number, number] => [lat, lng])
    land = new Polygon(points, { className: 'map-land', interactive: false, smoothFactor: 1.2 })
  }
  return [create, () => land?.addTo(map)]
}

function drawLandBeyond(map: LeafletMap, block: (typeof LAND_BEYOND)[number]): void {
  const points = block.map(([lat, lng]): [number, number] => [lat, lng])
  new Polygon(points, { className: 'map-land map-beyond', interactive: false }).addTo(map)
}

function drawRail(map: LeafletMap, line: readonly NamedPlace[]): void {
  const stops = line.map(([, lat, lng]): [number, number] => [lat, lng])
  new Polyline(stops, { className: 'map-rail', interactive: false, smoothFactor: 0 }).addTo(map)
}

interface Label {
  name: string
  lat: number
  lng: number
  className: string
  direction: 'center' | 'right'
}

/** Draws a name, positioned by map.css. Leaflet's own tooltips measure each name at every zoom. */
export function drawLabel(map: LeafletMap, { name, lat, lng, className, direction }: Label): Marker {
  const text = document.createElement('span')
  text.textContent = name
  const icon = new DivIcon({ className: `map-label map-${direction} ${className}`, html: text, iconSize: [0, 0] })
  return new Marker([lat, lng], { icon, pane: 'tooltipPane', interactive: false, keyboard: false }).addTo(map)
}

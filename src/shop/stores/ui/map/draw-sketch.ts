import { nextTurn } from '#platform/browser/next-turn.ts'
import { CircleMarker, type LeafletMap, Polygon, Polyline, Tooltip } from './leaflet-parts.ts'
import coastFile from './mumbai-land.json?url'
import { BEYOND, DISTRICTS, MAIN_STATIONS, RAIL_LINES, type Station } from './sketch.ts'

/** The outlines of mainland and islands as GeoJSON has them: [lng, lat], one ring each. */
export type Coast = readonly (readonly (readonly (readonly number[])[])[])[]

/** Fetches the coast: data, not program, so that no browser has to run it. Throws where it can't be had. */
export async function loadCoast(): Promise<Coast> {
  const answer = await fetch(coastFile)
  if (!answer.ok) throw new Error(`The coast could not be loaded: ${answer.status}`)
  // Proof: the file is our own, in this folder; the build names it by its content.
  const file = (await answer.json()) as { geometry: { coordinates: Coast } }
  return file.geometry.coordinates
}

/** Draws coast and railway. Colours are the style sheet's (map.css), so that dark and light need no redraw. */
export function drawSketch(map: LeafletMap, coast: Coast): void {
  drawLand(map, coast)
  for (const line of RAIL_LINES) {
    const stops = line.map(([, lat, lng]): [number, number] => [lat, lng])
    new Polyline(stops, { className: 'map-rail', interactive: false, smoothFactor: 0 }).addTo(map)
  }
}

/** So many names at once: each is measured, and that is what takes the time. */
const NAMES_A_TURN = 6

/** Writes the names of districts and stations and draws the stops, a few in each turn, until `signal` says stop. */
export async function writeNames(map: LeafletMap, signal: AbortSignal): Promise<void> {
  const written = new Set<string>()
  const pieces = [
    ...DISTRICTS.map((district) => () => writeDistrict(map, district)),
    ...RAIL_LINES.flat().map((station) => () => drawStation(map, station, written)),
  ]
  for (let at = 0; at < pieces.length; at += NAMES_A_TURN) {
    await nextTurn()
    if (signal.aborted) return
    for (const draw of pieces.slice(at, at + NAMES_A_TURN)) draw()
  }
}

function writeDistrict(map: LeafletMap, [name, lat, lng]: Station): void {
  label(map, { name, lat, lng, kind: 'map-district', direction: 'center' })
}

function drawStation(map: LeafletMap, [name, lat, lng]: Station, written: Set<string>): void {
  new CircleMarker([lat, lng], { radius: 3.5, className: 'map-stop', interactive: false }).addTo(map)
  // Dadar, Kurla and CSMT stand on two lines.
  if (written.has(name)) return
  written.add(name)
  const kind = MAIN_STATIONS.has(name) ? 'map-station' : 'map-station map-station-minor'
  label(map, { name, lat, lng, kind, direction: 'right' })
}

function drawLand(map: LeafletMap, coast: Coast): void {
  for (const [outline = []] of coast) {
    const points = outline.map(([lng = 0, lat = 0]): [number, number] => [lat, lng])
    new Polygon(points, { className: 'map-land', interactive: false, smoothFactor: 1.2 }).addTo(map)
  }
  for (const block of BEYOND)
    new Polygon(
      block.map(([lat, lng]): [number, number] => [lat, lng]),
      { className: 'map-land map-beyond', interactive: false },
    ).addTo(map)
}

interface Label {
  name: string
  lat: number
  lng: number
  kind: string
  direction: 'center' | 'right'
}

/** Writes a name on the map. */
export function label(map: LeafletMap, { name, lat, lng, kind, direction }: Label): Tooltip {
  const written = document.createElement('span')
  written.textContent = name
  return new Tooltip({
    permanent: true,
    direction,
    className: `map-label ${kind}`,
    offset: [direction === 'right' ? 4 : 0, 0],
  })
    .setLatLng([lat, lng])
    .setContent(written)
    .addTo(map)
}

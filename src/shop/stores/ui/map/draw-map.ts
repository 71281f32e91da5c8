import { nextTurn } from '#platform/browser/next-turn.ts'
import { CircleMarker, DivIcon, type LeafletMap, Marker, Polygon, Polyline } from './leaflet-parts.ts'
import { BEYOND, DISTRICTS, MAIN_STATIONS, RAIL_LINES, type Station } from './map-data.ts'
import coastFile from './mumbai-land.json?url'

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

/**
 * Draws coast and railway, a few lines in each turn, until `signal` says stop. Colours are the style sheet's (map.css),
 * so that dark and light need no redraw.
 */
export function drawSketch(map: LeafletMap, coast: Coast, signal: AbortSignal): Promise<void> {
  const lines = [
    ...coast.flatMap(([outline = []]) => shore(map, outline)),
    ...BEYOND.map((block) => () => drawBeyond(map, block)),
    ...RAIL_LINES.map((line) => () => drawRail(map, line)),
  ]
  return inTurns(lines, signal)
}

/** Writes the names of districts and stations and draws the stops, a few in each turn, until `signal` says stop. */
export function writeNames(map: LeafletMap, signal: AbortSignal): Promise<void> {
  const written = new Set<string>()
  const names = [
    ...DISTRICTS.map((district) => () => writeDistrict(map, district)),
    ...RAIL_LINES.flat().map((station) => () => drawStation(map, station, written)),
  ]
  return inTurns(names, signal)
}

/** A turn ends with the piece that takes it beyond this; in milliseconds. */
const TURN_MS = 3

async function inTurns(pieces: readonly (() => void)[], signal: AbortSignal): Promise<void> {
  let began = Number.NEGATIVE_INFINITY
  for (const draw of pieces) {
    if (performance.now() - began > TURN_MS) {
      await nextTurn()
      if (signal.aborted) return
      began = performance.now()
    }
    draw()
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

/** The work on one coast in two pieces: the mainland's 2,000 points take a while in each. */
function shore(map: LeafletMap, outline: Coast[number][number]): (() => void)[] {
  let land: Polygon | null = null
  const make = () => {
    const points = outline.map(([lng = 0, lat = 0]): [number, number] => [lat, lng])
    land = new Polygon(points, { className: 'map-land', interactive: false, smoothFactor: 1.2 })
  }
  return [make, () => land?.addTo(map)]
}

function drawBeyond(map: LeafletMap, block: (typeof BEYOND)[number]): void {
  const points = block.map(([lat, lng]): [number, number] => [lat, lng])
  new Polygon(points, { className: 'map-land map-beyond', interactive: false }).addTo(map)
}

function drawRail(map: LeafletMap, line: readonly Station[]): void {
  const stops = line.map(([, lat, lng]): [number, number] => [lat, lng])
  new Polyline(stops, { className: 'map-rail', interactive: false, smoothFactor: 0 }).addTo(map)
}

interface Label {
  name: string
  lat: number
  lng: number
  kind: string
  direction: 'center' | 'right'
}

/**
 * Writes a name on the map. The style sheet puts it beside its point or over it; Leaflet's own tooltip would measure each
 * name, now and at every zoom.
 */
export function label(map: LeafletMap, { name, lat, lng, kind, direction }: Label): Marker {
  const written = document.createElement('span')
  written.textContent = name
  const icon = new DivIcon({ className: `map-label map-${direction} ${kind}`, html: written, iconSize: [0, 0] })
  return new Marker([lat, lng], { icon, pane: 'tooltipPane', interactive: false, keyboard: false }).addTo(map)
}

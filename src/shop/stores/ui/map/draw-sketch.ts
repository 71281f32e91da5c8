import { CircleMarker, type LeafletMap, Polygon, Polyline, Tooltip } from './leaflet-parts.ts'
import coastFile from './mumbai-land.json?url'
import { BEYOND, DISTRICTS, MAIN_STATIONS, RAIL_LINES } from './sketch.ts'

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

/** Draws coast, railway and names. Colours are the style sheet's (map.css), so that dark and light need no redraw. */
export function drawSketch(map: LeafletMap, coast: Coast): void {
  drawLand(map, coast)
  for (const [name, lat, lng] of DISTRICTS) label(map, { name, lat, lng, kind: 'map-district', direction: 'center' })
  for (const line of RAIL_LINES) {
    const stops = line.map(([, lat, lng]): [number, number] => [lat, lng])
    new Polyline(stops, { className: 'map-rail', interactive: false, smoothFactor: 0 }).addTo(map)
  }
  const drawn = new Set<string>()
  for (const [name, lat, lng] of RAIL_LINES.flat()) {
    new CircleMarker([lat, lng], { radius: 3.5, className: 'map-stop', interactive: false }).addTo(map)
    // Dadar, Kurla and CSMT stand on two lines.
    if (drawn.has(name)) continue
    drawn.add(name)
    const kind = MAIN_STATIONS.has(name) ? 'map-station' : 'map-station map-station-minor'
    label(map, { name, lat, lng, kind, direction: 'right' })
  }
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

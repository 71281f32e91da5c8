import { t } from '#platform/text/t.ts'
import { type Coordinates, formatDistance, nearestOnFoot } from '../../find-branches.ts'
import { drawLabel } from './draw-map.ts'
import { type LeafletMap, Polygon, Polyline } from './leaflet-parts.ts'
import { RAIL_LINES } from './map-data.ts'

/** Walking distances around the store, in kilometres. */
const RINGS_KM = [0.25, 0.5]
/** How far from the store the station's label stands, in kilometres: in view at zoom 16 even on a phone. */
const LABEL_AT_KM = 0.24
const KM_PER_DEGREE = 111.2
const CORNERS = 72

export interface Surroundings {
  /** Replaces the drawing by that of another place; null: none. */
  show(place: Coordinates | null): void
}

/** Draws rings of distance around the selected store and the way to its station. map.css shows them from zoom 15 on, where the built-in map has no streets. */
export function drawSurroundings(map: LeafletMap): Surroundings {
  let drawn: { remove(): unknown }[] = []
  return {
    show(place) {
      for (const layer of drawn) layer.remove()
      drawn =
        place === null ? [] : [...RINGS_KM.flatMap((km) => drawRing(map, place, km)), ...drawWayToStation(map, place)]
    },
  }
}

function drawRing(map: LeafletMap, place: Coordinates, km: number) {
  const corners = Array.from({ length: CORNERS }, (_, index) => offset(place, km, (index / CORNERS) * 2 * Math.PI))
  const circle = new Polygon(corners, { className: 'map-ring', interactive: false }).addTo(map)
  const [lat, lng] = offset(place, km, Math.PI)
  return [circle, drawLabel(map, { name: formatDistance(km), lat, lng, className: 'map-around', direction: 'center' })]
}

function drawWayToStation(map: LeafletMap, place: Coordinates) {
  const stations = RAIL_LINES.flat().map(([name, lat, lng]) => ({ name, lat, lng }))
  const nearest = nearestOnFoot(stations, place)
  if (nearest === null) return []
  const [station, km] = nearest
  const part = Math.min(0.6, LABEL_AT_KM / km)
  const line = new Polyline(
    [
      [place.lat, place.lng],
      [station.lat, station.lng],
    ],
    { className: 'map-way', interactive: false },
  ).addTo(map)
  const lat = place.lat + (station.lat - place.lat) * part
  const lng = place.lng + (station.lng - place.lng) * part
  const name = `${station.name}\n${t('station, {distance}', { distance: formatDistance(km) })}`
  return [line, drawLabel(map, { name, lat, lng, className: 'map-around', direction: 'center' })]
}

/** The point `km` from a place, by its angle from the north; the earth is flat at this size. */
function offset({ lat, lng }: Coordinates, km: number, angle: number): [number, number] {
  const degrees = km / KM_PER_DEGREE
  return [lat + degrees * Math.cos(angle), lng + (degrees * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180)]
}

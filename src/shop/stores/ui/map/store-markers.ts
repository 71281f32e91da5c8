import Supercluster from 'supercluster'
import type { Store } from '../../contract.ts'
import { DivIcon, type LeafletMap, Marker } from './leaflet-parts.ts'

/** SPEC 9: cluster grid 60, minimum cluster size 2. From zoom 16 on every store stands alone. */
const GRID = { radius: 60, extent: 256, minPoints: 2, maxZoom: 15 }

interface Spot {
  /** The stores it stands for, in their order; one: a store, more: a cluster. */
  ids: readonly string[]
  name: string
  lat: number
  lng: number
  /** Where a cluster falls apart; null for a store. */
  opensAt: number | null
}

export interface StoreMarkers {
  /** Shows this store as the selected one; null: none. */
  mark(id: string | null): void
}

/** Puts the stores on the map as buttons that bear their names; those within 60 px of each other as one: "6 stores". */
export function showStoreMarkers(
  map: LeafletMap,
  stores: readonly Store[],
  onSelect: (id: string) => void,
): StoreMarkers {
  const index = new Supercluster<{ id: string }, object>(GRID).load(stores.map(toFeature))
  const byId = new Map(stores.map((store) => [store.id, store]))
  const shown = new Map<string, Marker>()
  let marked: string | null = null

  function draw(): void {
    const spots = spotsOf(map, index, byId)
    const wanted = new Map(spots.map((spot) => [spot.ids.join(' '), spot]))
    const focused = [...shown].find(([, marker]) => marker.getElement()?.contains(document.activeElement))?.[0]
    for (const [key, marker] of shown) {
      if (wanted.has(key)) continue
      marker.remove()
      shown.delete(key)
    }
    for (const [key, spot] of wanted) if (!shown.has(key)) shown.set(key, place(map, spot, onSelect))
    if (focused !== undefined && !shown.has(focused)) moveFocus(map, shown, focused)
    paintMarked()
  }

  function paintMarked(): void {
    for (const [key, marker] of shown) {
      const isMarked = marked !== null && key.split(' ').includes(marked)
      marker.getElement()?.classList.toggle('map-marked', isMarked)
      marker.setZIndexOffset(isMarked ? 1000 : 0)
    }
  }

  map.on('moveend', draw)
  draw()
  return {
    mark(id) {
      marked = id
      paintMarked()
    },
  }
}

function toFeature({ id, lat, lng }: Store) {
  const geometry = { type: 'Point' as const, coordinates: [lng, lat] }
  return { type: 'Feature' as const, properties: { id }, geometry }
}

type Index = Supercluster<{ id: string }, object>

/** What is to be seen in the view and one screen around it, from north to south so that Tab goes down the map. */
function spotsOf(map: LeafletMap, index: Index, byId: ReadonlyMap<string, Store>): Spot[] {
  const view = map.getBounds().pad(1)
  const box: [number, number, number, number] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()]
  const spots = index.getClusters(box, Math.round(map.getZoom())).map((feature): Spot => {
    const [lng = 0, lat = 0] = feature.geometry.coordinates
    const { properties } = feature
    if (!('cluster_id' in properties)) {
      return { ids: [properties.id], name: byId.get(properties.id)?.name ?? '', lat, lng, opensAt: null }
    }
    const ids = index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.id)
    const opensAt = index.getClusterExpansionZoom(properties.cluster_id)
    return { ids: ids.sort(), name: `${ids.length} stores`, lat, lng, opensAt }
  })
  return spots.sort((one, other) => other.lat - one.lat)
}

function place(map: LeafletMap, spot: Spot, onSelect: (id: string) => void): Marker {
  const { ids, name, lat, lng, opensAt } = spot
  const html = faceOf(spot)
  const size: [number, number] = opensAt === null ? [44, 48] : [44, 44]
  const anchor: [number, number] = opensAt === null ? [22, 44] : [22, 22]
  const icon = new DivIcon({ className: 'map-spot', html, iconSize: size, iconAnchor: anchor })
  // The button inside takes the focus and the keys, not Leaflet's own element.
  const marker = new Marker([lat, lng], { icon, keyboard: false, riseOnHover: true }).addTo(map)
  marker.on('click', () => {
    const [id] = ids
    if (opensAt !== null) map.setView([lat, lng], Math.min(opensAt, map.getMaxZoom()))
    else if (id !== undefined) onSelect(id)
  })
  html.addEventListener('focus', () => {
    if (html.matches(':focus-visible')) map.panInside([lat, lng], { padding: [48, 60] })
  })
  html.setAttribute('aria-label', name)
  return marker
}

function faceOf({ ids, name, opensAt }: Spot): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = opensAt === null ? 'map-pin' : 'map-cluster'
  if (opensAt !== null) {
    button.textContent = String(ids.length)
    return button
  }
  const flag = document.createElement('span')
  flag.className = 'map-flag'
  flag.textContent = name
  button.append(flag)
  return button
}

/** A focused marker that a zoom took away hands its focus to the one that now stands for the same stores. */
function moveFocus(map: LeafletMap, shown: ReadonlyMap<string, Marker>, gone: string): void {
  const ids = gone.split(' ')
  const heir = [...shown].find(([key]) => key.split(' ').some((id) => ids.includes(id)))?.[1]
  const button = heir?.getElement()?.querySelector('button')
  if (button) button.focus({ preventScroll: true })
  else map.getContainer().focus({ preventScroll: true })
}

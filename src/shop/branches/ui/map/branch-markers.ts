import Supercluster from 'supercluster'
import { t } from '#platform/text/t.ts'
import type { Store } from '../../contract.ts'
import { DivIcon, type LeafletMap, Marker } from './leaflet-parts.ts'

/** SPEC 9: cluster grid 60, minimum cluster size 2. No clusters from zoom 16. */
const GRID = { radius: 60, extent: 256, minPoints: 2, maxZoom: 15 }

interface MapMarker {
  /** One id for a store, several for a cluster. */
  ids: readonly string[]
  name: string
  lat: number
  lng: number
  /** The zoom at which a cluster splits; null for a store. */
  splitsAt: number | null
}

export interface StoreMarkers {
  /** Marks a store as selected; null: none. */
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
    const markers = visibleMarkers(map, index, byId)
    const wanted = new Map(markers.map((item) => [item.ids.join(' '), item]))
    const focused = [...shown].find(([, marker]) => marker.getElement()?.contains(document.activeElement))?.[0]
    for (const [key, marker] of shown) {
      if (wanted.has(key)) continue
      marker.remove()
      shown.delete(key)
    }
    addMissing(wanted)
    if (focused !== undefined && !shown.has(focused)) moveFocus(map, shown, focused)
    highlightSelected()
  }

  /** Adds markers where they belong in the order of Tab. The others stay: moving an element takes the focus from it. */
  function addMissing(wanted: ReadonlyMap<string, MapMarker>): void {
    let next: HTMLElement | undefined
    for (const [key, item] of [...wanted].reverse()) {
      const known = shown.get(key)
      const marker = known ?? addMarker(map, item, onSelect)
      const element = marker.getElement()
      if (!known && element) next?.before(element)
      shown.set(key, marker)
      next = element
    }
  }

  function highlightSelected(): void {
    for (const [key, marker] of shown) {
      const isSelected = marked !== null && key.split(' ').includes(marked)
      marker.getElement()?.classList.toggle('map-selected', isSelected)
      marker.setZIndexOffset(isSelected ? 1000 : 0)
    }
  }

  map.on('moveend', draw)
  draw()
  return {
    mark(id) {
      marked = id
      highlightSelected()
    },
  }
}

function toFeature({ id, lat, lng }: Store) {
  const geometry = { type: 'Point' as const, coordinates: [lng, lat] }
  return { type: 'Feature' as const, properties: { id }, geometry }
}

type Index = Supercluster<{ id: string }, object>

/** The markers in view and one screen around it, from north to south, the order of Tab. */
function visibleMarkers(map: LeafletMap, index: Index, byId: ReadonlyMap<string, Store>): MapMarker[] {
  const view = map.getBounds().pad(1)
  const box: [number, number, number, number] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()]
  const markers = index.getClusters(box, Math.round(map.getZoom())).map((feature): MapMarker => {
    const [lng = 0, lat = 0] = feature.geometry.coordinates
    const { properties } = feature
    if (!('cluster_id' in properties)) {
      return { ids: [properties.id], name: byId.get(properties.id)?.name ?? '', lat, lng, splitsAt: null }
    }
    const ids = index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.id)
    const splitsAt = index.getClusterExpansionZoom(properties.cluster_id)
    return { ids: ids.sort(), name: t('{count} stores', { count: ids.length }), lat, lng, splitsAt }
  })
  return markers.sort((one, other) => other.lat - one.lat)
}

function addMarker(map: LeafletMap, item: MapMarker, onSelect: (id: string) => void): Marker {
  const { ids, name, lat, lng, splitsAt } = item
  const html = createButton(item)
  const size: [number, number] = splitsAt === null ? [44, 48] : [44, 44]
  const anchor: [number, number] = splitsAt === null ? [22, 44] : [22, 22]
  const icon = new DivIcon({ className: 'map-marker', html, iconSize: size, iconAnchor: anchor })
  // The button inside takes focus and keys, not Leaflet's element.
  const marker = new Marker([lat, lng], { icon, keyboard: false, riseOnHover: true }).addTo(map)
  marker.on('click', () => {
    const [id] = ids
    if (splitsAt !== null) map.setView([lat, lng], Math.min(splitsAt, map.getMaxZoom()))
    else if (id !== undefined) onSelect(id)
  })
  html.addEventListener('focus', () => {
    if (html.matches(':focus-visible')) map.panInside([lat, lng], { padding: [48, 60] })
  })
  html.setAttribute('aria-label', name)
  return marker
}

function createButton({ ids, name, splitsAt }: MapMarker): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = splitsAt === null ? 'map-pin' : 'map-cluster'
  if (splitsAt !== null) {
    button.textContent = String(ids.length)
    return button
  }
  const label = document.createElement('span')
  label.className = 'map-pin-label'
  label.textContent = name
  button.append(label)
  return button
}

/** Moves focus from a removed marker to the one that now shows the same stores. */
function moveFocus(map: LeafletMap, shown: ReadonlyMap<string, Marker>, removed: string): void {
  const ids = removed.split(' ')
  const successor = [...shown].find(([key]) => key.split(' ').some((id) => ids.includes(id)))?.[1]
  const button = successor?.getElement()?.querySelector('button')
  if (button) button.focus({ preventScroll: true })
  else map.getContainer().focus({ preventScroll: true })
}

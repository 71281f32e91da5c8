import { DivIcon, LayerGroup, type Map as LeafletMap, Marker } from 'leaflet'
import Supercluster from 'supercluster'
import { t } from '#platform/text/t.ts'
import type { Branch } from '../../contract.ts'

/** SPEC 9: cluster grid 60, minimum cluster size 2. No clusters from zoom 16. */
const GRID = { radius: 60, extent: 256, minPoints: 2, maxZoom: 15 }

interface MapMarker {
  /** One id for a branch, several for a cluster. */
  ids: readonly string[]
  name: string
  lat: number
  lng: number
  /** The zoom at which a cluster splits; null for a branch. */
  splitsAt: number | null
}

export interface BranchMarkers {
  /** Marks a branch as selected; null: none. */
  mark(id: string | null): void
}

/** Puts the branches on the map as buttons with their names. Those within 60 px of each other share one: "6 stores". */
export function showBranchMarkers(
  map: LeafletMap,
  branches: readonly Branch[],
  onSelect: (id: string) => void,
): BranchMarkers {
  const index = new Supercluster<{ id: string; name: string }, object>(GRID).load(branches.map(toFeature))
  const group = new LayerGroup().addTo(map)
  let shown: { item: MapMarker; marker: Marker }[] = []
  let marked: string | null = null

  function draw(): void {
    const items = visibleMarkers(map, index)
    if (keyOf(items) === keyOf(shown.map(({ item }) => item))) return
    const focused = shown.find(({ marker }) => marker.getElement()?.contains(document.activeElement))?.item.ids
    group.clearLayers()
    shown = items.map((item) => ({ item, marker: createMarker(map, item, onSelect).addTo(group) }))
    if (focused) moveFocus(focused)
    highlightSelected()
  }

  /** Moves focus from a removed marker to the one that now shows its branches. */
  function moveFocus(ids: readonly string[]): void {
    const successor = shown.find(({ item }) => item.ids.some((id) => ids.includes(id)))?.marker
    const element = successor?.getElement()?.querySelector('button') ?? map.getContainer()
    element.focus({ preventScroll: true })
  }

  function highlightSelected(): void {
    for (const { item, marker } of shown) {
      const isSelected = marked !== null && item.ids.includes(marked)
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

const keyOf = (items: readonly MapMarker[]) => items.map(({ ids }) => ids.join(' ')).join('\n')

function toFeature({ id, name, lat, lng }: Branch) {
  const geometry = { type: 'Point' as const, coordinates: [lng, lat] }
  return { type: 'Feature' as const, properties: { id, name }, geometry }
}

/** The markers in view and one screen around it, from north to south, the order of Tab. */
function visibleMarkers(map: LeafletMap, index: Supercluster<{ id: string; name: string }, object>): MapMarker[] {
  const view = map.getBounds().pad(1)
  const box: [number, number, number, number] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()]
  const markers = index.getClusters(box, Math.round(map.getZoom())).map((feature): MapMarker => {
    const [lng = 0, lat = 0] = feature.geometry.coordinates
    const { properties } = feature
    if (!('cluster_id' in properties)) return { ids: [properties.id], name: properties.name, lat, lng, splitsAt: null }
    const ids = index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.id)
    const splitsAt = index.getClusterExpansionZoom(properties.cluster_id)
    return { ids: ids.sort(), name: t('{count} stores', { count: ids.length }), lat, lng, splitsAt }
  })
  return markers.sort((one, other) => other.lat - one.lat)
}

function createMarker(map: LeafletMap, item: MapMarker, onSelect: (id: string) => void): Marker {
  const { ids, lat, lng, splitsAt } = item
  const html = createButton(item)
  const icon = new DivIcon({
    className: 'map-marker',
    html,
    iconSize: [44, 44],
    // A pin points with its lower end.
    iconAnchor: splitsAt === null ? [22, 44] : [22, 22],
  })
  // The button inside takes focus and keys; Leaflet's element doesn't.
  const marker = new Marker([lat, lng], { icon, keyboard: false, riseOnHover: true })
  marker.on('click', () => {
    if (splitsAt !== null) map.setView([lat, lng], Math.min(splitsAt, map.getMaxZoom()))
    else if (ids[0] !== undefined) onSelect(ids[0])
  })
  html.addEventListener('focus', () => {
    if (html.matches(':focus-visible')) map.panInside([lat, lng], { padding: [48, 60] })
  })
  return marker
}

function createButton({ ids, name, splitsAt }: MapMarker): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = splitsAt === null ? 'map-pin' : 'map-cluster'
  button.setAttribute('aria-label', name)
  const label = document.createElement('span')
  label.className = splitsAt === null ? 'map-pin-label' : ''
  label.textContent = splitsAt === null ? name : String(ids.length)
  button.append(label)
  return button
}

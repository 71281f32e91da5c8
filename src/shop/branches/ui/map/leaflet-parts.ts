/*
 * Leaflet by its modules, without canvas, popups, tooltips and GeoJSON: its single-file build can't be tree-shaken, and this
 * saves 10 KB of the page's 170.
 */
import 'leaflet/src/map/index.js'
import { SVG } from 'leaflet/src/layer/vector/SVG.js'
import { Map as LeafletMap } from 'leaflet/src/map/Map.js'

export { Attribution } from 'leaflet/src/control/Control.Attribution.js'
export { Zoom } from 'leaflet/src/control/Control.Zoom.js'
export { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js'
export { Marker } from 'leaflet/src/layer/marker/Marker.js'
export { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js'
export { CircleMarker } from 'leaflet/src/layer/vector/CircleMarker.js'
export { Polygon } from 'leaflet/src/layer/vector/Polygon.js'
export { Polyline } from 'leaflet/src/layer/vector/Polyline.js'
export { LeafletMap }

const renderers = new WeakMap<LeafletMap, SVG>()

// Leaflet's own getRenderer would import its canvas.
LeafletMap.include({
  getRenderer(this: LeafletMap): SVG {
    const renderer = renderers.get(this) ?? new SVG()
    renderers.set(this, renderer)
    if (!this.hasLayer(renderer)) this.addLayer(renderer)
    return renderer
  },
})

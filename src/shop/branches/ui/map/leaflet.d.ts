/* Types of Leaflet's modules (see leaflet-parts.ts), from those of the whole library. */
declare module 'leaflet/src/map/index.js' {}
declare module 'leaflet/src/map/Map.js' {
  export { Map } from 'leaflet'
}
declare module 'leaflet/src/control/Control.*.js' {
  import type { Control } from 'leaflet'
  export const Zoom: typeof Control.Zoom
  export const Attribution: typeof Control.Attribution
}
declare module 'leaflet/src/layer/*.js' {
  export { CircleMarker, DivIcon, Marker, Polygon, Polyline, SVG, TileLayer } from 'leaflet'
}

/* Types of Leaflet's modules (see leaflet-parts.ts), from those of the whole library. */
declare module 'leaflet/src/map/Map.js' {
  export { Map } from 'leaflet'
}
declare module 'leaflet/src/map/index.js' {}
declare module 'leaflet/src/control/Control.Zoom.js' {
  import type { Control } from 'leaflet'
  export const Zoom: typeof Control.Zoom
}
declare module 'leaflet/src/control/Control.Attribution.js' {
  import type { Control } from 'leaflet'
  export const Attribution: typeof Control.Attribution
}
declare module 'leaflet/src/layer/vector/SVG.js' {
  export { SVG } from 'leaflet'
}
declare module 'leaflet/src/layer/vector/Polygon.js' {
  export { Polygon } from 'leaflet'
}
declare module 'leaflet/src/layer/vector/Polyline.js' {
  export { Polyline } from 'leaflet'
}
declare module 'leaflet/src/layer/vector/CircleMarker.js' {
  export { CircleMarker } from 'leaflet'
}
declare module 'leaflet/src/layer/marker/Marker.js' {
  export { Marker } from 'leaflet'
}
declare module 'leaflet/src/layer/marker/DivIcon.js' {
  export { DivIcon } from 'leaflet'
}
declare module 'leaflet/src/layer/tile/TileLayer.js' {
  export { TileLayer } from 'leaflet'
}

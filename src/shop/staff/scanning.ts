const SCANNING = /^\/admin\/(?:pack|stock-count|orders\/new)(?:\/|$)/

/** True for the screens that scan barcodes: only their document may use the camera and WebAssembly (decision 024). */
export function isScanningScreen(pathname: string): boolean {
  return SCANNING.test(pathname)
}

import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Finds barcodes in a picture, and returns their texts. */
export type Detect = (source: HTMLVideoElement | HTMLCanvasElement) => Promise<string[]>

/** The part of the browser's own detector that is used (https://wicg.github.io/shape-detection-api/). */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect(source: unknown): Promise<{ rawValue: string }[]> }
  getSupportedFormats(): Promise<string[]>
}

const FORMATS = ['code_128', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'itf', 'qr_code', 'data_matrix']

/** The browser's own detector if it reads Code 128, else ZXing, whose WebAssembly comes from the shop itself. */
export async function createDetector(): Promise<Detect> {
  const Detector = (await ownDetector()) ?? (await zxing())
  const known = new Set(await Detector.getSupportedFormats())
  const detector = new Detector({ formats: FORMATS.filter((format) => known.has(format)) })
  return async (source) => (await detector.detect(source)).map(({ rawValue }) => rawValue)
}

async function ownDetector(): Promise<BarcodeDetectorClass | null> {
  // Safe cast: the interface above is a part of the standard's.
  const own = (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector
  const formats = (await own?.getSupportedFormats().catch(() => [])) ?? []
  return own && formats.includes('code_128') ? own : null
}

async function zxing(): Promise<BarcodeDetectorClass> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  prepareZXingModule({ overrides: { locateFile: (name: string) => (name.endsWith('.wasm') ? wasmUrl : name) } })
  // Safe cast: it implements the standard's interface.
  return BarcodeDetector as unknown as BarcodeDetectorClass
}

import type { Place } from './parse-product.server.ts'

interface NamedPicture {
  src?: string
  /** A path below the imported file's folder. */
  file?: string
  alt: string
  color: string
  view: string
}

/** Collects the pictures of a product from rows, each URL or file once; the first picture of a colour is its front view. */
export function createPictureList() {
  const pictures: NamedPicture[] = []
  const places: Place[] = []
  return {
    pictures,
    places,
    add(src: string, { alt, color }: { alt: string; color: string }, line: number, column: string) {
      if (src === '' || pictures.some((picture) => (picture.src ?? picture.file) === src)) return
      const source = /^[a-z]+:/i.test(src) || src.startsWith('//') ? { src } : { file: src }
      pictures.push({ ...source, alt, color, view: pictures.some((one) => one.color === color) ? 'detail' : 'front' })
      places.push({ line, column })
    },
  }
}

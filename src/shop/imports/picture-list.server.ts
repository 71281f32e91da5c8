import type { Place } from './parse-product.server.ts'

interface NamedPicture {
  src?: string
  /** Beside the imported file. */
  file?: string
  alt: string
  color: string
  view: string
}

/** Collects the pictures of a product from rows, each address or file once; the first of a colour is its front. */
export function createPictureList() {
  const pictures: NamedPicture[] = []
  const places: Place[] = []
  return {
    pictures,
    places,
    add(src: string, { alt, color }: { alt: string; color: string }, line: number, column: string) {
      if (src === '' || pictures.some((picture) => (picture.src ?? picture.file) === src)) return
      const place = /^[a-z]+:/i.test(src) || src.startsWith('//') ? { src } : { file: src }
      pictures.push({ ...place, alt, color, view: pictures.some((one) => one.color === color) ? 'detail' : 'front' })
      places.push({ line, column })
    },
  }
}

/** Decoding takes 4 bytes per pixel: 60 million pixels are 240 MB. */
export const LIMIT_PIXELS = 60_000_000

/** The AVIF rendition of `a/black-front.webp` at 360 is `a/black-front.360.avif`. */
export function avifPath(original: string, width: number): string {
  return original.replace(/\.[a-z]+$/i, `.${width}.avif`)
}

import type { Place } from './raw-product.server.ts'

interface NamedPicture {
  src?: string
  /** A path below the imported file's folder. */
  file?: string
  alt: string
  color: string
  view: string
}

/** The only colour that a picture's text names, or else the only one in its file name. */
export function colorNamedIn(alt: string, src: string, colors: readonly string[]): string | undefined {
  const file = src.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  return [alt, file].map((text) => onlyColorIn(text, colors)).find((color) => color !== undefined)
}

function onlyColorIn(text: string, colors: readonly string[]): string | undefined {
  const has = (words: string, name: string) => name !== '' && ` ${words} `.includes(` ${name} `)
  const named = colors.filter((color) => has(wordsOf(text), wordsOf(color)))
  // "Sky Blue" also has the word of "Blue".
  const [only, ...others] = named.filter(
    (color) => !named.some((other) => other !== color && has(wordsOf(other), wordsOf(color))),
  )
  return others.length === 0 ? only : undefined
}

/** `AnarkaliRani-pink_02.jpg` and "Anarkali, rani pink" have the same words. */
function wordsOf(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
  return (words.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).join(' ')
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

import type { CartLine } from './contract.ts'

/** Where an answer does not say how many there are, none is missing: the server refuses what it can't sell. */
export const ENOUGH = Number.MAX_SAFE_INTEGER

/** A list of lines from an answer, as the screens show them (SPEC 3). Anything but a list is an empty one. */
export function readLines(answer: unknown): CartLine[] {
  return Array.isArray(answer) ? answer.map(readLine).filter((line) => line !== null) : []
}

/**
 * One line of a cart or a wishlist with SPEC 3's defaults in the place of what an answer leaves out: Unnamed Product,
 * 0, N/A, 1. Null without a product: such a line is dropped.
 */
export function readLine(line: unknown): CartLine | null {
  if (!isRecord(line) || !isRecord(line.productId)) return null
  const product = line.productId
  return {
    _id: textOr(line._id, ''),
    productId: {
      _id: textOr(product._id, ''),
      name: textOr(product.name, 'Unnamed Product'),
      price: numberOr(product.price, 0),
      images: Array.isArray(product.images) ? product.images.filter((image) => typeof image === 'string') : [],
    },
    size: textOr(line.size, 'N/A'),
    color: textOr(line.color, 'N/A'),
    quantity: numberOr(line.quantity, 1) || 1,
    available: numberOr(line.available, ENOUGH),
    picture: readPicture(line.picture),
  }
}

function readPicture(picture: unknown): CartLine['picture'] {
  if (!isRecord(picture) || typeof picture.src !== 'string') return null
  return {
    src: picture.src,
    alt: textOr(picture.alt, ''),
    color: textOr(picture.color, ''),
    view: textOr(picture.view, ''),
    width: numberOr(picture.width, 1080),
    height: numberOr(picture.height, 1350),
    tone: textOr(picture.tone, ''),
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import { t } from '#platform/text/t.ts'
import { isRecord } from '../is-record.ts'
import type { CartLine, LineProduct } from './contract.ts'

/** The `available` of a response that lacks it. The server refuses what it can't sell. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER

/** Parses the lines of a response (SPEC 3), or an empty list if it isn't one. */
export function parseLines(list: unknown): CartLine[] {
  return Array.isArray(list) ? list.map(parseLine).filter((line) => line !== null) : []
}

/**
 * One line of a cart or a wishlist with SPEC 3's defaults (Unnamed Product, 0, N/A, 1). Null if the line has no
 * product; such a line is dropped.
 */
export function parseLine(line: unknown): CartLine | null {
  if (!isRecord(line) || !isRecord(line.productId)) return null
  const { mrp } = line.productId
  return {
    _id: textOr(line._id, ''),
    productId: { ...parseProduct(line.productId), mrp: typeof mrp === 'number' ? mrp : null },
    size: textOr(line.size, 'N/A'),
    color: textOr(line.color, 'N/A'),
    quantity: numberOr(line.quantity, 1) || 1,
    available: numberOr(line.available, UNLIMITED),
    picture: parsePicture(line.picture),
    ...(line.noCash === true ? { noCash: true as const } : {}),
    ...(typeof line.exchangeDays === 'number' ? { exchangeDays: line.exchangeDays } : {}),
    ...(typeof line.taxPercent === 'number' ? { taxPercent: line.taxPercent } : {}),
  }
}

/** The product inside a line, with SPEC 3's defaults. */
export function parseProduct(product: Record<string, unknown>): LineProduct {
  return {
    _id: textOr(product._id, ''),
    name: textOr(product.name, t('Unnamed Product')),
    price: numberOr(product.price, 0),
    images: Array.isArray(product.images) ? product.images.filter((image) => typeof image === 'string') : [],
  }
}

/** The picture of a line, or null if the response has none. */
export function parsePicture(picture: unknown): CartLine['picture'] {
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
